import type { Observer } from './observer.ts'
import { type Program, prove } from './prove.ts'

interface Shop extends Program {
  refreshReport(tenantId: number): Promise<void>
  mergeDuplicates(): Promise<void>
  expireCarts(): Promise<void>
}

prove<Shop>('no-constant-key', {
  schema: `
    CREATE TABLE reports (tenant_id int PRIMARY KEY, version int NOT NULL);
    INSERT INTO reports SELECT id, 0 FROM generate_series(1, 5) id;
    CREATE TABLE people (id int PRIMARY KEY, duplicate boolean NOT NULL);
    CREATE TABLE carts (id int PRIMARY KEY, expires_at timestamptz NOT NULL)`,
  async observe({ refreshReport, mergeDuplicates, expireCarts }, observer) {
    const unblockReport = await observer.rivalBlocksRow('reports', 'tenant_id = 1')
    const tenants = await callBehind(observer, refreshReport(1), () => [2, 3, 4, 5].map(refreshReport))
    await unblockReport()
    await tenants.end()

    const unblockPeople = await observer.rivalBlocks('people')
    const features = await callBehind(observer, mergeDuplicates(), () => [expireCarts()])
    await unblockPeople()
    await features.end()
    return {
      'the report of tenant 1 is blocked by another session: how many of four other tenants wait with it':
        tenants.waiting,
      'of how many of the four the report is done meanwhile': tenants.done,
      'the table `people` is blocked: does `expireCarts()`, which needs another table, wait for `mergeDuplicates()`':
        features.waiting > 0,
    }
  },
  expected: {
    'the report of tenant 1 is blocked by another session: how many of four other tenants wait with it': [4, 0],
    'of how many of the four the report is done meanwhile': [0, 4],
    'the table `people` is blocked: does `expireCarts()`, which needs another table, wait for `mergeDuplicates()`': [
      true,
      false,
    ],
  },
})

/** One call is blocked and keeps its lock; others are made then. How many wait until it ends, how many are done? */
async function callBehind(observer: Observer, blocked: Promise<void>, call: () => Promise<void>[]) {
  await observer.untilBlocked(1)
  let [waiting, done] = [0, 0]
  const others = call().map((one) => one.then(() => done++))
  await observer.until('each of the others is done or waits', async () => {
    waiting = (await observer.blocked()) - 1
    return done === others.length || waiting === others.length
  })
  return { waiting, done, end: () => Promise.all([blocked, ...others]) }
}
