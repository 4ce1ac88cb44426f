import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, vi } from 'vitest'
import type { Observer } from '../observer.ts'
import type { Program } from '../program.ts'
import { hushed } from './hushed.ts'
import { recipe } from './recipe.ts'

interface Payouts extends Program {
  payNext(): Promise<boolean>
}

/** Stands in for a service that pays, and honours the Idempotency-Key. */
interface Service extends AsyncDisposable {
  /** The key of each call that came. */
  readonly calls: readonly string[]
  /** What was done, by key. */
  readonly effects: ReadonlyMap<string, string>
  /** The calls that come from now on wait for their answer. */
  hold(): void
  /** Answers the call of this index. */
  answer(index: number): void
  /** What is answered from now on, instead of doing anything. */
  refuse(status: number | undefined): void
}

async function startService(): Promise<Service> {
  const calls: string[] = []
  const effects = new Map<string, string>()
  const held: (ServerResponse | undefined)[] = []
  let isHolding = false
  let refusal: number | undefined

  const answer = (response: ServerResponse, key: string): void => {
    if (refusal === undefined) response.end(effects.get(key))
    else response.writeHead(refusal).end('no')
  }
  const server = createServer((request, response) => {
    const key = String(request.headers['idempotency-key'])
    const index = calls.push(key) - 1
    if (refusal === undefined && !effects.has(key)) effects.set(key, `receipt ${String(effects.size + 1)}`)
    request.resume()
    if (isHolding) held[index] = response
    else answer(response, key)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  vi.stubEnv('PAYMENTS_URL', `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`)
  return {
    calls,
    effects,
    hold: () => (isHolding = true),
    answer: (index) => {
      const response = held[index]
      if (response) answer(response, String(calls[index]))
    },
    refuse: (status) => (refusal = status),
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const addPayouts = (observer: Observer, count: number): Promise<unknown> =>
  observer.value(`INSERT INTO payouts (recipient, amount) SELECT 'Ada', n FROM generate_series(1, $1::int) AS n`, [
    count,
  ])

const makeStale = (observer: Observer): Promise<unknown> =>
  observer.value(`UPDATE payouts SET claimed_at = now() - interval '6 minutes'`)

/** Of the first payout. */
const stateOf = (observer: Observer): Promise<unknown> =>
  observer.value(`SELECT concat_ws(', ', status, 'claim ' || claim, answer) FROM payouts ORDER BY id LIMIT 1`)

recipe('claim-call-complete', ({ run, start, text }) => {
  it('a worker that is killed during the call is followed by another one, and the payout is made once', async () => {
    await using service = await startService()
    await run<Payouts>('payouts.ts', async ({ payNext }, observer) => {
      await addPayouts(observer, 1)
      service.hold()
      await using worker = start('worker.ts')
      await observer.until('the service has the call', async () => service.calls.length === 1)
      await worker.kill()
      expect(await stateOf(observer)).toBe('claimed, claim 1')
      expect(await payNext()).toBe(false)

      await makeStale(observer)
      const again = payNext()
      await observer.until('the service has the second call', async () => service.calls.length === 2)
      service.answer(1)
      expect(await again).toBe(true)
      expect(await stateOf(observer)).toBe('paid, claim 2, receipt 1')
      expect(new Set(service.calls).size).toBe(1)
      expect([...service.effects.values()]).toEqual(['receipt 1'])
    })
  })

  it.skipIf(process.platform === 'win32')('a worker that is told to stop completes what it is at', async () => {
    await using service = await startService()
    await run<Payouts>('payouts.ts', async (_payouts, observer) => {
      await addPayouts(observer, 2)
      service.hold()
      await using worker = start('worker.ts')
      await observer.until('the service has the call', async () => service.calls.length === 1)
      const exit = once(worker.child, 'exit')
      const says = once(worker.child.stdout ?? worker.child, 'data')
      worker.child.kill('SIGTERM')
      await says
      service.answer(0)
      expect(await exit).toEqual([0, null])
      expect(await stateOf(observer)).toBe('paid, claim 1, receipt 1')
      expect(await observer.value(`SELECT count(*)::int FROM payouts WHERE status = 'pending'`)).toBe(1)
    })
  })

  it('nothing is open in the database while the service is called', async () => {
    await using service = await startService()
    await run<Payouts>('payouts.ts', async ({ payNext }, observer) => {
      await addPayouts(observer, 1)
      service.hold()
      const paid = payNext()
      await observer.until('the service has the call', async () => service.calls.length === 1)
      const isOpen = `SELECT count(*)::int FROM pg_stat_activity
        WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()`
      expect(await observer.value(isOpen)).toBe(0)
      expect(await observer.locksHeld()).toBe(0)
      expect(await observer.value('SELECT status FROM payouts FOR UPDATE NOWAIT')).toBe('claimed')
      service.answer(0)
      expect(await paid).toBe(true)
      expect(await stateOf(observer)).toBe('paid, claim 1, receipt 1')
    })
  })

  it('many workers call once for each payout', async () => {
    await using service = await startService()
    await run<Payouts>('payouts.ts', async ({ payNext }, observer) => {
      await addPayouts(observer, 20)
      const work = async (): Promise<void> => {
        while (await payNext());
      }
      await Promise.all(Array.from({ length: 5 }, work))
      expect(service.calls.length).toBe(20)
      expect(new Set(service.calls).size).toBe(20)
      expect(await observer.value(`SELECT count(DISTINCT answer)::int FROM payouts WHERE status = 'paid'`)).toBe(20)
    })
  })

  it('a worker whose claim was taken over writes nothing', async () => {
    await using service = await startService()
    await run<Payouts>('payouts.ts', async ({ payNext }, observer) => {
      await addPayouts(observer, 1)
      service.hold()
      const late = payNext()
      await observer.until('the service has the call', async () => service.calls.length === 1)
      await makeStale(observer)
      const second = payNext()
      await observer.until('the service has the second call', async () => service.calls.length === 2)
      service.answer(0)
      await late
      expect(await stateOf(observer)).toBe('claimed, claim 2')
      service.answer(1)
      await second
      expect(await stateOf(observer)).toBe('paid, claim 2, receipt 1')
    })
  })

  it('a claim is no business of others until it is stale', async () => {
    await using service = await startService()
    await run<Payouts>('payouts.ts', async ({ payNext }, observer) => {
      await addPayouts(observer, 1)
      service.refuse(503)
      expect(await payNext()).toBe(true)
      expect(await stateOf(observer)).toBe('claimed, claim 1, 503 no')
      service.refuse(undefined)
      expect(await payNext()).toBe(false)
      await makeStale(observer)
      expect(await payNext()).toBe(true)
      expect(await stateOf(observer)).toBe('paid, claim 2, receipt 1')
      expect(new Set(service.calls).size).toBe(1)
    })
  })

  it('what the service refuses is not asked again', async () => {
    await using service = await startService()
    await run<Payouts>('payouts.ts', async ({ payNext }, observer) => {
      await addPayouts(observer, 1)
      service.refuse(422)
      await payNext()
      await makeStale(observer)
      expect(await payNext()).toBe(false)
      expect(await stateOf(observer)).toBe('refused, claim 1, 422 no')
    })
  })

  it('a service that is not there leaves the claim', async () => {
    await (await startService())[Symbol.asyncDispose]()
    await run<Payouts>('payouts.ts', async ({ payNext }, observer) => {
      await addPayouts(observer, 1)
      expect(await payNext()).toBe(true)
      expect(await stateOf(observer)).toBe('claimed, claim 1, TypeError: fetch failed')
    })
  })

  it('a claim that is older than what the service remembers is left to a person', async () => {
    await using service = await startService()
    await run<Payouts>('payouts.ts', async ({ payNext }, observer) => {
      await addPayouts(observer, 1)
      service.refuse(503)
      await payNext()
      await makeStale(observer)
      expect(await observer.value(text('unresolved.sql'))).toBeUndefined()
      await observer.value(`UPDATE payouts SET first_claimed_at = now() - interval '20 hours'`)
      expect(await payNext()).toBe(false)
      expect(await observer.value(text('unresolved.sql'))).toBe('1')
    })
  })

  it('a connection that breaks while it is idle does not end the process', async () => {
    await using service = await startService()
    await run<Payouts>('payouts.ts', async ({ payNext }, observer) => {
      expect(await payNext()).toBe(false)
      const complaints = await hushed(async () => {
        await observer.endsSessions()
        await observer.until('the pool has heard', async () => vi.mocked(console.error).mock.calls.length > 0)
      })
      expect(complaints).toBe(1)
      expect(await payNext()).toBe(false)
      expect(service.calls).toEqual([])
    })
  })
})
