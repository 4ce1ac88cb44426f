import { describe, expect, it } from 'vitest'
import { matchNetwork, networkGlobals } from '../../src/network/index.ts'

describe('matchNetwork', () => {
  it('knows nothing of other packages, of relative modules and of drivers of PostgreSQL', () => {
    for (const module of ['left-pad', './http.ts', '../openai', 'pg', 'postgres', '@prisma/client', 'pg-boss', '']) {
      expect(matchNetwork(module, ['default', 'get'], 'call')).toBeUndefined()
    }
  })

  it('takes a subpath for its package, a nearer table first', () => {
    expect(matchNetwork('openai/resources/index.mjs', ['Responses', 'create'], 'call')?.kind).toBe('model API')
    expect(matchNetwork('firebase-admin/auth', ['getAuth', 'getUser'], 'call')?.kind).toBe('cloud service')
    expect(matchNetwork('firebase-admin/firestore', ['getFirestore', 'getAll'], 'call')?.kind).toBe('database')
    expect(matchNetwork('@aws-sdk/client-lambda', ['LambdaClient', 'send'], 'call')?.kind).toBe('cloud service')
    expect(matchNetwork('@aws-sdk/client-sqs', ['SQSClient', 'send'], 'call')?.kind).toBe('queue')
  })

  it('does not take a package for another one whose name begins alike', () => {
    expect(matchNetwork('axios-mock-adapter', ['default', 'get'], 'call')).toBeUndefined()
    expect(matchNetwork('@aws-sdk', ['send'], 'call')?.kind).toBe('cloud service')
    expect(matchNetwork('@aws', ['send'], 'call')).toBeUndefined()
  })

  it('takes built-in modules with and without the prefix', () => {
    expect(matchNetwork('child_process', ['exec'], 'call')).toEqual(
      matchNetwork('node:child_process', ['exec'], 'call'),
    )
  })

  it('takes a namespace for what it holds, and a namespace that is called for its default', () => {
    expect(matchNetwork('node:child_process', ['*', 'execSync'], 'call')).toEqual({
      kind: 'subprocess',
      sync: true,
      starts: false,
    })
    expect(matchNetwork('axios', ['*'], 'call')?.kind).toBe('HTTP')
    expect(matchNetwork('axios', [], 'call')?.kind).toBe('HTTP')
    expect(matchNetwork('axios', ['*', 'default', 'get'], 'call')?.kind).toBe('HTTP')
  })

  it('lets a construction stay, unless the class connects', () => {
    expect(matchNetwork('openai', ['default'], 'new')).toBeUndefined()
    expect(matchNetwork('@aws-sdk/client-s3', ['PutObjectCommand'], 'new')).toBeUndefined()
    expect(matchNetwork('axios', ['AxiosError'], 'new')).toBeUndefined()
    expect(matchNetwork('ioredis', ['default'], 'new')).toBeUndefined()
    expect(matchNetwork('ws', ['WebSocket'], 'new')).toEqual({ kind: 'HTTP', sync: false, starts: true })
    expect(matchNetwork('ws', ['default'], 'new')?.starts).toBe(true)
    expect(matchNetwork('ws', ['WebSocketServer'], 'new')).toBeUndefined()
  })

  it('counts an accessor only as itself, a class with all its members', () => {
    expect(matchNetwork('mongodb', ['MongoClient', 'db'], 'call')).toBeUndefined()
    expect(matchNetwork('mongodb', ['MongoClient', 'db', 'command'], 'call')?.kind).toBe('database')
    expect(matchNetwork('mongodb', ['ObjectId', 'command'], 'call')).toBeUndefined()
  })

  it('sends a batch when it is ended', () => {
    expect(matchNetwork('ioredis', ['default', 'pipeline', 'incr', 'expire'], 'call')).toBeUndefined()
    expect(matchNetwork('ioredis', ['default', 'pipeline', 'incr', 'exec'], 'call')?.kind).toBe('cache')
    expect(matchNetwork('firebase-admin/firestore', ['Firestore', 'batch', 'commit'], 'call')?.kind).toBe('database')
  })

  it('takes methods of listeners and of plain data for local in every package', () => {
    for (const name of ['on', 'once', 'off', 'map', 'filter', 'toString']) {
      expect(matchNetwork('stripe', ['default', 'customers', name], 'call')).toBeUndefined()
    }
  })
})

describe('networkGlobals', () => {
  it('has fetch as a function and the sockets as classes', () => {
    const constructs = networkGlobals.filter((g) => g.constructs === true).map((g) => g.name)
    expect(networkGlobals.find((g) => g.name === 'fetch')).toEqual({ name: 'fetch', kind: 'HTTP' })
    expect(constructs).toEqual(['EventSource', 'WebSocket', 'XMLHttpRequest'])
  })

  it('knows which sleeps say how long they take', () => {
    expect(matchNetwork('node:timers/promises', ['setTimeout'], 'call')?.lasts).toBe(true)
    expect(matchNetwork('node:timers/promises', ['setInterval'], 'call')?.lasts).toBeUndefined()
    expect(matchNetwork('delay', ['rangeDelay'], 'call')?.lasts).toBeUndefined()
  })
})
