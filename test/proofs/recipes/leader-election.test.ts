import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import type { Candidate, stand } from '../../../fixtures/proofs/recipes/leader-election/leader.ts'
import { Latch } from '../latch.ts'
import type { Observer } from '../observer.ts'
import { codeOf } from '../outcome.ts'
import { recipe } from './recipe.ts'

const SCHEDULER = 4105
/** Longer than a test takes. */
const FOR_EVER_MS = 3_600_000

/** A candidate, what it has met, and how it is told to stop. */
interface Standing extends AsyncDisposable {
  /** The codes of its errors. */
  readonly errors: readonly string[]
  stop(): Promise<void>
}

/** Who has the lead, as pg_stat_activity says. */
const leader = (observer: Observer): Promise<unknown> =>
  observer.value(
    `SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE locktype = 'advisory' AND granted AND objid = $1 AND datname = current_database()`,
    [SCHEDULER],
  )

const untilLeads = (observer: Observer, name: string): Promise<void> =>
  observer.until(`${name} leads`, async () => (await leader(observer)) === name)

/** Waits until somebody was refused the lead. */
const untilRefused = (observer: Observer, name: string): Promise<void> =>
  observer.until(`${name} was refused`, async () => {
    const tried = `SELECT count(*)::int FROM pg_stat_activity WHERE application_name = $1 AND state = 'idle'
      AND query LIKE '%pg_try_advisory_lock%' AND datname = current_database()`
    return (await leader(observer)) !== name && (await observer.value(tried, [name])) === 1
  })

const terminate = (observer: Observer, name: string): Promise<unknown> =>
  observer.value(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()`,
    [name],
  )

/** Until the lead is lost. */
const untilTold = (signal: AbortSignal): Promise<void> => {
  const told = new Latch()
  signal.addEventListener('abort', () => told.open())
  return told.opened
}

recipe('leader-election', ({ inDatabase, load, start }) => {
  /** Somebody stands for the lead of the scheduler. */
  async function candidate(name: string, duty: Candidate['duty'], patienceMs = FOR_EVER_MS): Promise<Standing> {
    const leader = await load<{ stand: typeof stand }>('leader.ts')
    const stopping = new AbortController()
    const errors: string[] = []
    const onError = (error: unknown): void => void errors.push(codeOf(error))
    const standing = leader.stand({ name, key: SCHEDULER, pauseMs: 20, patienceMs, duty, onError }, stopping.signal)
    const stop = async (): Promise<void> => {
      stopping.abort()
      await standing
    }
    return { errors, stop, [Symbol.asyncDispose]: stop }
  }

  it('of two, one leads', () =>
    inDatabase(async (observer) => {
      const rounds = { ada: 0, bob: 0 }
      await using ada = await candidate('ada', async () => void rounds.ada++)
      await untilLeads(observer, 'ada')
      await using bob = await candidate('bob', async () => void rounds.bob++)
      await untilRefused(observer, 'bob')
      const before = rounds.ada
      await observer.until('two more rounds', async () => rounds.ada > before + 1)
      expect(rounds.bob).toBe(0)
      expect(await observer.locksHeld()).toBe(1)
      expect(await observer.blocked()).toBe(0)
      expect([...ada.errors, ...bob.errors]).toEqual([])
    }))

  it('a leader whose session ends is told, can write no more, and the other one leads', () =>
    inDatabase(async (observer) => {
      const [told, write] = [new Latch(), new Latch()]
      await using ada = await candidate('ada', async (client, signal) => {
        await untilTold(signal)
        told.open()
        await write.opened
        await client.query(`INSERT INTO jobs (name, due_at) VALUES ('by who has lost the lead', now())`)
      })
      await untilLeads(observer, 'ada')
      await using bob = await candidate('bob', async () => {})
      await untilRefused(observer, 'bob')
      await terminate(observer, 'ada')
      await told.opened
      await untilLeads(observer, 'bob')
      write.open()
      await observer.until('it has failed', async () => ada.errors.length > 0)
      expect(await observer.value('SELECT count(*)::int FROM jobs')).toBe(0)
      // It stands again, in a session of its own.
      await untilRefused(observer, 'ada')
      expect(bob.errors).toEqual([])
    }))

  it('a leader that says nothing loses the lead', () =>
    inDatabase(async (observer) => {
      const reasons: string[] = []
      await using ada = await candidate(
        'ada',
        async (_client, signal) => {
          await untilTold(signal)
          reasons.push(codeOf(signal.reason))
        },
        400,
      )
      await observer.until('it is told', async () => reasons.length > 0)
      // idle_session_timeout
      expect(reasons[0]).toBe('57P05')
      await observer.until('it has heard of it', async () => ada.errors.length > 0)
    }))

  it('a leader whose connection is silent gives up, and so does the server', () =>
    inDatabase(async (observer) => {
      await using wire = await startWire()
      vi.stubEnv('PGPORT', String(wire.port))
      const duty: Candidate['duty'] = async (client) => void (await client.query('SELECT 1'))
      const silent = new Latch()
      const unanswered: Candidate['duty'] = async (client, signal) => {
        // As soon as it leads, and not when that was seen: a slow one may have given up by then.
        if (!silent.isOpen) wire.silence()
        silent.open()
        await duty(client, signal)
      }
      await using ada = await candidate('ada', unanswered, 1000)
      await silent.opened
      await using bob = await candidate('bob', duty)
      await observer.until('ada has given up', async () => ada.errors.includes('Query read timeout'))
      await observer.until('the server has given up', async () => (await leader(observer)) !== null)
      expect(bob.errors).toEqual([])
    }))

  it('a round that fails ends the lead, and it may be got again', () =>
    inDatabase(async (observer) => {
      let rounds = 0
      await using ada = await candidate('ada', async () => {
        rounds++
        if (rounds === 1) throw new Error('no disk')
      })
      await observer.until('it leads again', async () => rounds > 1)
      expect(ada.errors).toEqual(['no disk'])
    }))

  it('who is told to stop leaves the lead to others', () =>
    inDatabase(async (observer) => {
      const ada = await candidate('ada', async () => {})
      await untilLeads(observer, 'ada')
      await using bob = await candidate('bob', async () => {})
      await untilRefused(observer, 'bob')
      await ada.stop()
      await untilLeads(observer, 'bob')
      expect([...ada.errors, ...bob.errors]).toEqual([])
    }))

  it('a process that is killed loses the lead to another one', () =>
    inDatabase(async (observer) => {
      await observer.value(`INSERT INTO schedules (name) VALUES ('rates')`)
      await using ada = start('main.ts', 'ada')
      await observer.until('ada adds the job', async () => (await observer.value('SELECT name FROM jobs')) === 'rates')
      await using bob = await candidate('bob', async () => {})
      await untilRefused(observer, 'bob')
      await ada.kill()
      await untilLeads(observer, 'bob')
      expect(bob.errors).toEqual([])
    }))
})

/** Between clients and the server: it can go silent, as a network does that has lost its way. */
interface Wire extends AsyncDisposable {
  readonly port: number
  /** For the connections that there are. Neither end is told. */
  silence(): void
}

async function startWire(): Promise<Wire> {
  const serverPort = Number(process.env['PGPORT'])
  const serverHost = process.env['PGHOST']
  const sockets = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  const server = createServer((near) => {
    const far = connect(serverPort, serverHost)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (data) => {
        if (!silent.has(from)) to.write(data)
      })
      from.on('close', () => {
        if (!silent.has(from)) to.destroy()
      })
      from.on('error', () => undefined)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    silence: () => {
      for (const socket of sockets) silent.add(socket)
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
