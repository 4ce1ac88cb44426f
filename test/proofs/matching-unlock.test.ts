import { outcome } from './outcome.ts'
import { type Program, prove } from './prove.ts'

interface Building extends Program {
  warnings: readonly (string | undefined)[]
  /** @returns what the unlock answered */
  openRoom(buildingId: number, roomId: number): Promise<boolean | undefined>
  closeRoom(roomId: number): Promise<void>
  countRooms(buildingId: number): Promise<void>
  cleanRoom(roomId: number): Promise<void>
  bookRoom(roomId: number, guest: string, announce: () => Promise<void>): Promise<void>
  publish(siteId: number, options: { exclusive: boolean; dryRun: boolean }): Promise<void>
  poll(inboxId: number): Promise<boolean>
  empty(inboxId: number, remove: () => Promise<void>): Promise<void>
}

prove<Building>('matching-unlock', {
  schema: `
    CREATE TABLE rooms (id int PRIMARY KEY, building_id int, open boolean, guest text, cleaned_at timestamptz);
    INSERT INTO rooms (id, building_id) SELECT id, 1 FROM generate_series(11, 14) AS id;
    CREATE TABLE sites (id int PRIMARY KEY, live text, draft text);
    CREATE TABLE inboxes (id int PRIMARY KEY, polled_at timestamptz)`,
  async observe({ warnings, openRoom, closeRoom, countRooms, cleanRoom, bookRoom, publish, poll, empty }, observer) {
    const openUnlock = await outcome(openRoom(1, 11))
    const tried = await observer.rivalGets(11)
    await closeRoom(12)
    await countRooms(1)
    await cleanRoom(13)
    await publish(2, { exclusive: true, dryRun: true })
    let triedWhileAnnounced: boolean | undefined
    await bookRoom(14, 'Ada', async () => {
      triedWhileAnnounced = await observer.rivalGets(14)
    })

    // Somebody else polls the inbox, and on the shared connection the next one waits for it.
    const free = await observer.rivalHolds(3)
    const polling = poll(3)
    let triedWhileEmptied: boolean | undefined
    const emptying = empty(3, async () => {
      await polling
      triedWhileEmptied = await observer.rivalGets(3)
    })
    await observer.untilBlocked(1)
    await free()
    await emptying

    return {
      'the unlock of `openRoom` (`wrongKey`)': openUnlock,
      'who holds the lock after it': await observer.holders(11),
      'another session tries the lock': tried,
      'who holds the lock after `closeRoom` (`wrongKeySpace`)': await observer.holders([41, 12]),
      'who holds the lock after `countRooms` (`wrongMode`)': await observer.holders(1),
      'who holds the lock after `cleanRoom` (`wrongHolder`)': await observer.holders(13),
      'who holds the lock after a dry run of `publish` (`guardDiffers`)': await observer.holders(2),
      'another session tries the lock while `bookRoom` runs `announce` (`xactLock`)': triedWhileAnnounced,
      'warnings of the server that a lock is not owned (01000)': warnings.filter((code) => code === '01000').length,
      '`poll` finds the inbox locked (`notHeld`)': (await polling) ? 'no' : 'yes',
      'another session tries the lock while `empty`, which holds it on the same connection, removes': triedWhileEmptied,
    }
  },
  expected: {
    'the unlock of `openRoom` (`wrongKey`)': ['returns false', 'returns true'],
    'who holds the lock after it': ['1 session: idle', 'nobody'],
    'another session tries the lock': [false, true],
    'who holds the lock after `closeRoom` (`wrongKeySpace`)': ['1 session: idle', 'nobody'],
    'who holds the lock after `countRooms` (`wrongMode`)': ['1 session: idle', 'nobody'],
    'who holds the lock after `cleanRoom` (`wrongHolder`)': ['1 session: idle', 'nobody'],
    'who holds the lock after a dry run of `publish` (`guardDiffers`)': ['1 session: idle', 'nobody'],
    'another session tries the lock while `bookRoom` runs `announce` (`xactLock`)': [false, true],
    'warnings of the server that a lock is not owned (01000)': [5, 0],
    '`poll` finds the inbox locked (`notHeld`)': ['yes', 'yes'],
    'another session tries the lock while `empty`, which holds it on the same connection, removes': [true, false],
  },
})
