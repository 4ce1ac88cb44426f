/**
 * Prisma, also clients generated elsewhere. A raw query runs when it is awaited, or as an element of the array form of
 * `$transaction`; `$executeRaw` answers the number 1 whatever the lock function said (measured).
 */
import type { Action, Driver, Role, Shape } from './driver.ts'

/** `$queryRaw` is a tag, and a function that takes a `Prisma.sql` fragment. */
const raw = (shape: Shape): Role => ({
  holder: 'lent',
  tag: { do: 'send', text: 'template', shape, lazy: true },
  call: { do: 'send', text: { arg: 0 }, shape, lazy: true },
})
const unsafe = (shape: Shape): Action => ({ do: 'send', text: { arg: 0 }, values: { rest: 1 }, shape, lazy: true })

const members = {
  $queryRawUnsafe: unsafe('rows'),
  $executeRawUnsafe: unsafe('count'),
  $queryRawTyped: { do: 'send', text: { arg: 0 }, shape: 'rows', lazy: true },
} satisfies Role['members']
const session = {
  properties: { $queryRaw: 'query-raw', $executeRaw: 'execute-raw' },
  others: 'build',
} satisfies Role

export const prisma: Driver = {
  name: 'prisma',
  packages: ['@prisma/client', '@prisma/client/*', '.prisma/client', '@prisma/adapter-pg', '@prisma/adapter-neon'],
  nullsUndefined: true,
  exports: {
    PrismaClient: 'PrismaClient',
    Prisma: 'Prisma',
    PrismaPg: 'adapter-class',
    PrismaNeon: 'adapter-class',
    default: 'module',
    '*': 'module',
  },
  types: { PrismaClient: 'client', 'Prisma.TransactionClient': 'transaction' },
  anywhere: ['PrismaClient', 'Prisma'],
  roles: {
    module: { properties: { PrismaClient: 'PrismaClient', Prisma: 'Prisma' } },
    PrismaClient: {
      construct: {
        do: 'wrap',
        role: 'client',
        arg: 0,
        options: ['adapter'],
        single: [
          { arg: 0, path: ['datasourceUrl'] },
          { arg: 0, path: ['datasources', 'db', 'url'] },
        ],
      },
    },
    'adapter-class': {
      construct: { do: 'wrap', role: 'adapter', arg: 0, single: [{ arg: 0, path: ['max'] }], takesPool: true },
    },
    adapter: { holder: 'pool' },
    client: {
      ...session,
      holder: 'pool',
      members: {
        ...members,
        $transaction: { do: 'lend', role: 'transaction', arg: 0, otherwise: 'batch', transaction: true },
        $extends: { do: 'derive' },
        $connect: { do: 'derive', async: true },
        $disconnect: { do: 'close' },
        $on: { do: 'local' },
      },
    },
    transaction: { ...session, holder: 'transaction', members },
    'query-raw': raw('rows'),
    'execute-raw': raw('count'),
    Prisma: {
      members: { raw: { do: 'fragment', text: { arg: 0 } }, join: { do: 'join' } },
      properties: { sql: 'sql' },
    },
    sql: { tag: { do: 'fragment', text: 'template' } },
  },
}
