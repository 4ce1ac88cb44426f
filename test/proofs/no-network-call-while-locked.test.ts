import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'
import { KeptTimers } from './kept-timers.ts'
import type { Observer } from './observer.ts'
import { outcome } from './outcome.ts'
import { type Program, prove } from './prove.ts'

type Ask = (ticketId: number, text: string) => Promise<void>

interface Desk extends Program {
  answer: Ask
  translate: Ask
  apologize: Ask
  /** With a driver that limits the time of a transaction: in one that may take a moment. */
  summarize?: (ticketId: number) => Promise<void>
}

const WORKERS = 4

prove<Desk>('no-network-call-while-locked', {
  schema: 'CREATE TABLE answers (ticket_id int NOT NULL, text text NOT NULL)',
  async observe({ answer, translate, apologize, summarize }, observer) {
    const model = await startModel()
    vi.stubEnv('MODEL_URL', model.url)
    try {
      const answers = await together(answer, model, observer)
      const translations = await together(translate, model, observer)
      const apologies = await together(apologize, model, observer)
      return {
        'four workers call `answer(7, …)`: who holds lock 7 while the model has not answered': answers.holders,
        'how many workers wait for it': answers.waiting,
        'calls at the model at the same time, at most': answers.most,
        'the same for `translate`: who holds lock 7': translations.holders,
        'calls of `translate` and of `apologize` at the same time, at most': [translations.most, apologies.most].join(
          ' and ',
        ),
        'answers, translations and apologies that are written in the end': Number(
          await observer.value('SELECT count(*) FROM answers WHERE ticket_id = 7'),
        ),
        ...(summarize && (await slowly(summarize, model, observer))),
      }
    } finally {
      await model.close()
    }
  },
  expected: {
    'four workers call `answer(7, …)`: who holds lock 7 while the model has not answered': [
      '1 session: idle',
      'nobody',
    ],
    'how many workers wait for it': [3, 0],
    'calls at the model at the same time, at most': [1, 4],
    'the same for `translate`: who holds lock 7': ['1 session: idle in transaction', 'nobody'],
    'calls of `translate` and of `apologize` at the same time, at most': ['1 and 1', '4 and 4'],
    'answers, translations and apologies that are written in the end': [12, 12],
  },
  differing: {
    prisma: {
      'four workers call `answer(7, …)`: who holds lock 7 while the model has not answered': [
        '1 session: idle in transaction',
        'nobody',
      ],
      '`summarize(8)` may take 1.5 seconds, the model takes longer: who holds lock 8 at first': [
        '1 session: idle in transaction',
        'nobody',
      ],
      'lock 8 later, while the model still has not answered': ['another session gets it', 'not taken yet'],
      'the model answers: `summarize(8)`': ['throws P2028', 'returns'],
      'summaries of ticket 8': [0, 1],
    },
  },
})

/** All workers ask for ticket 7. The model answers nothing until each of them is at the model or waits for a lock. */
async function together(ask: Ask, model: Model, observer: Observer) {
  model.hold()
  const asked = Array.from({ length: WORKERS }, (_, worker) => ask(7, `Question ${String(worker)}`))
  let waiting = 0
  await observer.until('each worker is at the model or waits', async () => {
    waiting = await observer.blocked()
    return model.calls() + waiting === WORKERS
  })
  const holders = await observer.holders(7)
  model.answer()
  await Promise.all(asked)
  return { waiting, holders, most: model.most() }
}

/** The model answers when the transaction has taken all its time, if there is one. */
async function slowly(summarize: (ticketId: number) => Promise<void>, model: Model, observer: Observer) {
  using transactionTime = new KeptTimers(1500)
  model.hold()
  const summarized = outcome(summarize(8))
  await observer.until('the model is asked', () => Promise.resolve(model.calls() === 1))
  const holders = await observer.holders(8)
  transactionTime.isOver()
  await observer.untilFree(8)
  const isTaken = holders !== 'nobody'
  const isFree = await observer.rivalGets(8)
  model.answer()
  return {
    '`summarize(8)` may take 1.5 seconds, the model takes longer: who holds lock 8 at first': holders,
    'lock 8 later, while the model still has not answered':
      isTaken && isFree ? 'another session gets it' : isFree ? 'not taken yet' : 'held',
    'the model answers: `summarize(8)`': await summarized,
    'summaries of ticket 8': Number(await observer.value('SELECT count(*) FROM answers WHERE ticket_id = 8')),
  }
}

type Model = Awaited<ReturnType<typeof startModel>>

/** Stands for the API of a model: its answers are held back as long as the proof wants. */
async function startModel() {
  let [calls, most, isHeld] = [0, 0, true]
  const held: (() => void)[] = []
  const server = createServer((_, response) => {
    most = Math.max(most, ++calls)
    const reply = () => {
      calls--
      response.end('Try to switch it off and on again.')
    }
    if (isHeld) held.push(reply)
    else reply()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    /** How many are without an answer now. */
    calls: () => calls,
    /** The most of them at one time, since the answers are held back. */
    most: () => most,
    hold() {
      ;[isHeld, most] = [true, 0]
    },
    /** Those that wait, and those to come until the next `hold`. */
    answer() {
      isHeld = false
      for (const reply of held.splice(0)) reply()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}
