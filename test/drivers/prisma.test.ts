import { expect, it } from 'vitest'
import { prisma } from '../../src/drivers/prisma.ts'
import { does, shapeOf } from './does.ts'

it('sends raw queries as tag, as call and as text', () => {
  expect(does(prisma, 'query-raw``')).toMatchObject({ text: 'template', shape: 'rows', lazy: true })
  expect(does(prisma, 'query-raw()')).toMatchObject({ text: { arg: 0 }, shape: 'rows' })
  expect(does(prisma, 'client.$queryRawUnsafe')).toMatchObject({ text: { arg: 0 }, values: { rest: 1 }, shape: 'rows' })
})

it('loses the answer where only a count comes back', () => {
  expect(shapeOf(prisma, 'execute-raw``')).toBe('count')
  expect(shapeOf(prisma, 'transaction.$executeRawUnsafe')).toBe('count')
})

it('lends a transaction to a callback and runs an array in one', () => {
  expect(does(prisma, 'client.$transaction')).toMatchObject({
    do: 'lend',
    role: 'transaction',
    arg: 0,
    otherwise: 'batch',
  })
  expect(does(prisma, 'transaction.$transaction')).toBeUndefined()
})

it('is a pool also when it is made over an adapter, unless that has one connection', () => {
  expect(does(prisma, 'new PrismaClient')).toMatchObject({ do: 'wrap', role: 'client', options: ['adapter'] })
  expect(does(prisma, 'new adapter-class')).toMatchObject({ do: 'wrap', single: [{ arg: 0, path: ['max'] }] })
})

it('keeps the session through extensions, and builds statements with models', () => {
  expect(does(prisma, 'client.$extends')).toEqual({ do: 'derive' })
  expect(prisma.roles['client']?.others).toBe('build')
})

it('makes fragments', () => {
  expect(does(prisma, 'sql``')).toEqual({ do: 'fragment', text: 'template' })
  expect(does(prisma, 'Prisma.raw')).toEqual({ do: 'fragment', text: { arg: 0 } })
  expect(does(prisma, 'Prisma.join')).toEqual({ do: 'join' })
})
