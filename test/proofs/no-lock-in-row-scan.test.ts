import { type Program, prove } from './prove.ts'

type Work = (id: number | undefined) => Promise<void>

interface Workers extends Program {
  nextJob(queue: string, work: Work): Promise<void>
  updateCustomer(email: string, work: Work): Promise<void>
  nextDelivery(work: Work): Promise<void>
  sixthPage(book: number, work: Work): Promise<void>
  closeAccount(accountId: number, work: Work): Promise<void>
}

prove<Workers>('no-lock-in-row-scan', {
  schema: `
    CREATE TABLE jobs (id int PRIMARY KEY, queue text, priority int);
    INSERT INTO jobs SELECT id, CASE id % 2 WHEN 0 THEN 'mail' ELSE 'print' END, -id FROM generate_series(1, 1000) AS id;
    CREATE TABLE customers (id bigint PRIMARY KEY, email text);
    INSERT INTO customers SELECT id, 'c' || id || '@example.org' FROM generate_series(1, 1000) AS id;
    CREATE TABLE deliveries (id int PRIMARY KEY);
    INSERT INTO deliveries SELECT id FROM generate_series(1, 1000) AS id;
    CREATE TABLE pages (id int PRIMARY KEY, book int);
    INSERT INTO pages SELECT id, 1 FROM generate_series(1, 100) AS id;
    CREATE TABLE accounts (id int PRIMARY KEY, open boolean);
    INSERT INTO accounts VALUES (7, true)`,
  async observe({ nextJob, updateCustomer, nextDelivery, sixthPage, closeAccount }, observer) {
    const seen: Record<string, unknown> = {}
    await nextJob('mail', async (job) => {
      seen['a worker takes the most urgent of 500 jobs'] = name('job', job)
      seen['locks that this takes'] = await observer.locksHeld()
      await nextJob('mail', (next) => {
        seen['another worker takes a job meanwhile'] = name('job', next)
        return Promise.resolve()
      })
    })
    await updateCustomer('C8@example.org', async () => {
      seen['locks for one customer of 1000, found by `lower(email)`'] = await observer.locksHeld()
    })
    await nextDelivery(async (delivery) => {
      seen['a worker takes the first of 1000 deliveries (CTE)'] = name('delivery', delivery)
      seen['locks for the delivery'] = await observer.locksHeld()
      await nextDelivery((next) => {
        seen['another worker takes a delivery meanwhile'] = name('delivery', next)
        return Promise.resolve()
      })
    })
    await sixthPage(1, async () => {
      seen['locks for the sixth page (`OFFSET`)'] = await observer.locksHeld()
      seen['another session tries the lock of the first page'] = await observer.rivalGets(1)
    })
    await closeAccount(7, async () => {
      seen['locks while `closeAccount(7)` works (`neverRuns`)'] = await observer.locksHeld()
    })

    const free = await observer.rivalHolds(7)
    let works = false
    const closed = closeAccount(7, () => {
      works = true
      return Promise.resolve()
    })
    await observer.until('it works or waits', async () => works || (await observer.blocked()) === 1)
    seen['another session holds lock 7, and `closeAccount(7)`'] = works ? 'works all the same' : 'waits'
    await free()
    await closed
    return seen
  },
  expected: {
    'a worker takes the most urgent of 500 jobs': ['job 2', 'job 2'],
    'locks that this takes': [500, 1],
    'another worker takes a job meanwhile': ['nothing', 'job 4'],
    'locks for one customer of 1000, found by `lower(email)`': [1000, 1],
    'a worker takes the first of 1000 deliveries (CTE)': ['delivery 1', 'delivery 1'],
    'locks for the delivery': [1000, 0],
    'another worker takes a delivery meanwhile': ['nothing', 'delivery 2'],
    'locks for the sixth page (`OFFSET`)': [6, 1],
    'another session tries the lock of the first page': [false, true],
    'locks while `closeAccount(7)` works (`neverRuns`)': [0, 1],
    'another session holds lock 7, and `closeAccount(7)`': ['works all the same', 'waits'],
  },
})

function name(what: string, id: number | undefined): string {
  return id === undefined ? 'nothing' : `${what} ${String(id)}`
}
