import { expect, it } from 'vitest'
import { mikroOrm } from '../../src/drivers/mikro-orm.ts'
import { does } from './does.ts'

it('gives rows, or what the third argument asks for', () => {
  expect(does(mikroOrm, 'manager.execute')).toMatchObject({
    shape: 'rows',
    shapes: [{ option: [2], is: 'get', shape: 'row' }, {}],
  })
})

it('routes the manager by async context, and nothing else', () => {
  expect(does(mikroOrm, 'manager.transactional')).toMatchObject({ do: 'lend', role: 'transaction', ambient: true })
  expect(does(mikroOrm, 'manager.getConnection')).toEqual({ do: 'other', role: 'connection' })
  expect(does(mikroOrm, 'transaction.fork')).toEqual({ do: 'other', role: 'fork' })
  expect(mikroOrm.roles['connection']?.holder).toBe('pool')
  expect(mikroOrm.roles['fork']?.holder).toBe('pool')
})

it('opens asynchronously', () => {
  expect(does(mikroOrm, 'MikroORM.init')).toMatchObject({ do: 'open', role: 'orm', async: true })
})
