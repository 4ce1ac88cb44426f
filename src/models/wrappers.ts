/** Wrappers that the settings describe, each as the module that the description stands for. */
import type { Wrapper } from '../settings/index.ts'

/** The text of a module that exports one function, called as the wrapper is. */
export function textOfWrapper(wrapper: Wrapper): string {
  const { connection, callback, key, scope, lends } = wrapper
  const indexes = [...key, connection ?? 0, callback ?? 0]
  const params = Array.from({ length: Math.max(...indexes) + 1 }, (_, index) => `a${String(index)}`)
  const parts: Parts = {
    values: key.map((index) => `a${String(index)}`),
    session: connection === undefined ? 'session' : `on(a${String(connection)})`,
    work: callback === undefined ? undefined : (holder) => `await a${String(callback)}(${lends ? holder : ''})`,
  }
  const body = scope === 'xact' && parts.work ? inTransaction(wrapper, parts) : statements(wrapper, parts)
  return `
import { on, session } from 'pg-advisory-lock/model'

export async function ${nameOf(wrapper)}(${params.join(', ')}) {
${body.map((line) => `  ${line}`).join('\n')}
}
`
}

/** The last name of `locks.withLock`. */
export function nameOf({ name }: Wrapper): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

interface Parts {
  readonly values: readonly string[]
  /** The session on which it runs its statements. */
  readonly session: string
  /** Runs the callback, which may be given what holds the lock. */
  readonly work: ((holder: string) => string) | undefined
}

function statements(wrapper: Wrapper, parts: Parts): readonly string[] {
  const { scope, wait, releases, returns } = wrapper
  const { session, work } = parts
  const end = `await ${query(session, 'pg_advisory_unlock', parts)}`
  if (releases) return returns === 'boolean' ? [`const { rows } = ${end}`, 'return rows[0].answer'] : [end]
  const suffix = scope === 'xact' ? '_xact' : ''
  const isTry = wait === 'try'
  const take = `await ${query(session, `pg${isTry ? '_try' : ''}_advisory${suffix}_lock`, parts)}`
  const taken = isTry ? [`const { rows } = ${take}`] : [take]
  if (work) {
    const refused = isTry ? ['if (!rows[0].answer) return'] : []
    return [...taken, ...refused, `try { return ${work(session)} } finally { ${end} }`]
  }
  switch (returns) {
    case 'boolean':
      return [...taken, isTry ? 'return rows[0].answer' : 'return true']
    case 'nothing':
      return [...taken, ...(isTry ? ['if (!rows[0].answer) throw new Error()'] : [])]
    case 'release':
    case 'handle':
      return [
        ...taken,
        ...(isTry ? ['if (!rows[0].answer) return'] : []),
        `const release = async () => { ${end} }`,
        returns === 'release'
          ? 'return release'
          : 'return { release, unlock: release, [Symbol.asyncDispose]: release }',
      ]
  }
}

/** The wrapper begins a transaction, runs the callback in it, and ends it. */
function inTransaction(wrapper: Wrapper, parts: Parts): readonly string[] {
  const isTry = wrapper.wait === 'try'
  const take = `await ${query('tx', `pg${isTry ? '_try' : ''}_advisory_xact_lock`, parts)}`
  return [
    `return await ${parts.session}.transaction(async (tx) => {`,
    ...(isTry ? [`  const { rows } = ${take}`, '  if (!rows[0].answer) return'] : [`  ${take}`]),
    `  return ${parts.work?.('tx') ?? ''}`,
    '})',
  ]
}

function query(session: string, name: string, { values }: Parts): string {
  const keys = values.map((_, index) => `$${String(index + 1)}::text`)
  // A cast says that it may be anything, of which a key is made out of sight. Without one it is always the same lock.
  const placeholders = keys.length > 0 ? keys.join(', ') : 'key'
  return `${session}.query('SELECT ${name}(${placeholders}) AS answer', [${values.join(', ')}])`
}
