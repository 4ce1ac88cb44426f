/** Tells what a statement is from its words. */

import type { Setting, Statement, StatementDetail } from './types.ts'
import type { Source } from './source.ts'
import type { StatementRange } from './statements.ts'
import { Words } from './words.ts'

/** What the first words of a statement say about it. */
export interface Description {
  readonly detail: StatementDetail
  readonly runs: boolean
  /** Before data-modifying CTEs, SELECT INTO and bodies are looked at. */
  readonly access: Statement['access']
  readonly setting: Setting | undefined
}

/** Tells the kind of a statement. */
export function describeStatement(source: Source, range: StatementRange): Description {
  const words = new Words(source, range)
  const first = source.tokens[range.start]
  if (first?.kind === 'hole' || first?.kind === 'placeholder') return describe({ kind: 'unknown' }, 'unknown')
  if (words.glued()) return describe({ kind: 'unknown' }, 'unknown')
  return describeFirstWord(words, words.key(0))
}

function describe(detail: StatementDetail, access: Statement['access'], runs = true, setting?: Setting): Description {
  return { detail, runs, access, setting }
}

function describeFirstWord(words: Words, first: string): Description {
  switch (first) {
    case '(':
    case 'select':
    case 'table':
      return describe({ kind: 'select' }, 'read')
    case 'with': {
      const verb = words.mainVerb()
      return describe({ kind: verb }, verb === 'select' || verb === 'values' ? 'read' : 'write')
    }
    case 'values':
    case 'show':
      return describe({ kind: first }, 'read')
    case 'fetch':
    case 'move':
    case 'close':
      return describe({ kind: 'fetch' }, 'read')
    case 'insert':
    case 'update':
    case 'delete':
    case 'merge':
    case 'truncate':
    case 'call':
      return describe({ kind: first }, 'write')
    case 'do':
      return describe({ kind: 'do' }, 'read')
    case 'copy':
      return describe({ kind: 'copy' }, words.has('from') && words.key(1) !== '(' ? 'write' : 'read')
    case 'explain': {
      const analyze = words.key(1) === 'analyze' || (words.key(1) === '(' && words.option('analyze', 1))
      return describe(
        { kind: 'explain', analyze },
        analyze && words.mainVerb() !== 'select' ? 'write' : 'read',
        analyze,
      )
    }
    case 'prepare':
      if (words.key(1) === 'transaction') return describe({ kind: 'prepare-transaction' }, 'control')
      return describe({ kind: 'prepare' }, 'control', false)
    case 'execute':
      return describe({ kind: 'execute' }, 'unknown')
    case 'declare':
      return describe({ kind: 'declare-cursor' }, 'read', false)
    case 'deallocate':
    case 'listen':
    case 'unlisten':
    case 'notify':
      return describe({ kind: first }, 'control')
    case 'lock':
      return describe({ kind: 'lock-table' }, 'control')
    case 'vacuum':
    case 'analyze':
    case 'analyse':
      return describe({ kind: first === 'vacuum' ? 'vacuum' : 'analyze' }, 'write')
    case 'grant':
    case 'revoke':
    case 'comment':
    case 'security':
      return describe({ kind: 'privilege' }, 'write', false)
    default:
      return describeControl(words, first) ?? describeDefinition(words, first) ?? describe({ kind: 'other' }, 'unknown')
  }
}

function describeControl(words: Words, first: string): Description | undefined {
  switch (first) {
    case 'begin':
      return describe({ kind: 'begin', isolation: words.isolation(), readOnly: words.pair('read', 'only') }, 'control')
    case 'start':
      if (words.key(1) !== 'transaction') return undefined
      return describe({ kind: 'begin', isolation: words.isolation(), readOnly: words.pair('read', 'only') }, 'control')
    case 'commit':
    case 'end':
      if (words.key(1) === 'prepared') return describe({ kind: 'commit-prepared' }, 'control')
      return describe({ kind: 'commit', chain: words.pair('and', 'chain') }, 'control')
    case 'rollback':
    case 'abort': {
      if (words.key(1) === 'prepared') return describe({ kind: 'rollback-prepared' }, 'control')
      const to = words.key(1) === 'work' || words.key(1) === 'transaction' ? 2 : 1
      if (words.key(to) !== 'to') return describe({ kind: 'rollback', chain: words.pair('and', 'chain') }, 'control')
      return describe({ kind: 'rollback-to', name: words.nameAfter('savepoint', to + 1) }, 'control')
    }
    case 'savepoint':
      return describe({ kind: 'savepoint', name: words.name(1) }, 'control')
    case 'release':
      return describe({ kind: 'release-savepoint', name: words.nameAfter('savepoint', 1) }, 'control')
    case 'set':
      return describeSet(words)
    case 'reset':
      return describe({ kind: 'reset', name: words.parameter(1).name }, 'control')
    case 'discard':
      return describe({ kind: 'discard', what: words.key(1) }, 'control')
    default:
      return undefined
  }
}

function describeSet(words: Words): Description {
  const second = words.key(1)
  const isolation = words.isolation()
  const readOnly = words.pair('read', 'only')
  if (second === 'transaction') {
    return describe({ kind: 'set-transaction', scope: 'transaction', isolation, readOnly }, 'control')
  }
  if (second === 'session' && words.key(2) === 'characteristics') {
    return describe({ kind: 'set-transaction', scope: 'session', isolation, readOnly }, 'control')
  }
  if (second === 'constraints') return describe({ kind: 'other' }, 'control')
  const local = second === 'local'
  const { name, next } = words.parameter(local || second === 'session' ? 2 : 1)
  const setting = { name, value: words.value(next), local, position: words.position(0) }
  return describe({ kind: 'set', name, local }, 'control', true, setting)
}

function describeDefinition(words: Words, first: string): Description | undefined {
  switch (first) {
    case 'create': {
      const object = words.object(words.key(1) === 'or' ? 3 : 1)
      if (object === 'function' || object === 'procedure') return describe({ kind: 'create-function' }, 'write', false)
      // CREATE TABLE … AS and CREATE MATERIALIZED VIEW … AS run their query; a view, a rule, a default doesn't run
      const runs = (object === 'table' || object === 'materialized view') && words.runsQuery()
      const concurrently = words.has('concurrently')
      return describe({ kind: 'ddl', verb: first, object, concurrently }, 'write', runs)
    }
    case 'alter':
    case 'drop': {
      const object = words.object(1)
      if (/^(?:function|procedure|routine|aggregate|extension)$/.test(object)) {
        return describe({ kind: 'privilege' }, 'write', false)
      }
      const detail = { kind: 'ddl', verb: first, object, concurrently: words.has('concurrently') } as const
      return describe(detail, 'write', false, first === 'alter' ? lastingSetting(words, object) : undefined)
    }
    case 'reindex':
    case 'refresh':
    case 'cluster': {
      const object = words.object(words.key(1) === '(' ? words.after(1) : 1)
      return describe({ kind: 'ddl', verb: first, object, concurrently: words.has('concurrently') }, 'write')
    }
    case 'import':
    case 'reassign':
    case 'load':
    case 'checkpoint':
      return describe({ kind: 'ddl', verb: first, object: '', concurrently: false }, 'write')
    default:
      return undefined
  }
}

/** `ALTER ROLE … SET name = value`, `ALTER DATABASE … SET …`, `ALTER SYSTEM SET …`. */
function lastingSetting(words: Words, object: string): Setting | undefined {
  const at = /^(?:role|user|database|system)\b/.test(object) ? words.indexOf('set') : -1
  if (at < 0) return undefined
  const { name, next } = words.parameter(at + 1)
  return { name, value: words.value(next), local: false, lasting: true, position: words.position(at) }
}
