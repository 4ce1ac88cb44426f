import { expect, it } from 'vitest'
import { pg } from '../../src/drivers/pg.ts'
import { does } from './does.ts'

it('sends text and values, and gives the result', () => {
  for (const handle of ['pool', 'client', 'checked-out', 'lent']) {
    expect(does(pg, `${handle}.query`)).toMatchObject({
      text: { arg: 0 },
      values: { arg: 1 },
      shape: 'result',
      callback: true,
    })
  }
})

it('checks a client out, by promise or callback, and takes it back alive unless told otherwise', () => {
  expect(does(pg, 'pool.connect')).toEqual({ do: 'checkout', role: 'checked-out', callback: true })
  expect(does(pg, 'checked-out.release')).toEqual({ do: 'release', destroy: 0 })
})

it('opens a pool, which max: 1 makes one connection, and a client of the program’s own', () => {
  expect(does(pg, 'new Pool')).toMatchObject({
    do: 'open',
    role: 'pool',
    single: [{ path: ['max'] }, { path: ['poolSize'] }],
  })
  expect(pg.roles['client']?.holder).toBe('dedicated')
  expect(does(pg, 'client.end')).toEqual({ do: 'close' })
})
