/** Calls that leave the process: what the tables of packages and globals say, and what the user's settings name. */
import { matchBuiltin } from '../builtins/index.ts'
import { isNetworkPackage, matchNetwork, networkGlobals } from '../network/index.ts'
import type { Value, ValueOf } from '../origins/value.ts'
import { writtenPath } from '../origins/written-path.ts'
import type { NetworkName } from '../settings/index.ts'
import type { TSESTree } from '../syntax/ast.ts'
import type { Listed } from './call.ts'
import type { Effect } from './effect.ts'

type NetworkEffect = Extract<Effect, { kind: 'network' }>

export function networkOfImport(
  value: ValueOf<'import'>,
  args: readonly Value[],
  listed: Listed,
): NetworkEffect | undefined {
  const name = printPath(value)
  const entry =
    listed.get(name) ??
    listed.get(value.path.at(-1) ?? '') ??
    listed.get(`${value.module}.${value.path.slice(1).join('.')}`) ??
    listed.get(value.module)
  if (entry) return networkOfSettings(name, args, entry)
  const found = matchNetwork(value.module, value.path, 'call')
  const when = found?.sync ? 'now' : found?.starts ? 'started' : 'awaited'
  return (
    found && { ...networkEffect(name, found.kind, when, args), lasts: found.lasts ? args[0] : undefined, result: value }
  )
}

/** `new` of something of a package that opens a connection. */
export function networkOfNew(callee: ValueOf<'import'>, args: readonly Value[]): NetworkEffect | undefined {
  return matchNetwork(callee.module, callee.path, 'new') && networkEffect(printPath(callee), 'HTTP', 'started', args)
}

/** `fetch(…)`. */
export function networkOfGlobal(name: string, args: readonly Value[]): NetworkEffect | undefined {
  const found = networkGlobals.find((entry) => entry.name === name && !entry.constructs)
  return found && networkEffect(name, found.kind, 'awaited', args)
}

/** A user's entry may name a function of unknown origin. */
export function networkOfName(name: string, args: readonly Value[], listed: Listed): NetworkEffect | undefined {
  const entry = listed.get(name)
  return entry && networkOfSettings(name, args, entry)
}

/** A user's entry may name a method by its written path: `this.mailer.send`. */
export function networkOfPath(
  callee: TSESTree.MemberExpression,
  name: string,
  listed: Listed,
): NetworkEffect | undefined {
  if (listed.size === 0) return undefined
  const path = writtenPath(callee)
  for (const candidate of [path, path.split('.').slice(-2).join('.'), name]) {
    const entry = listed.get(candidate)
    if (entry) return networkOfSettings(path, [], entry)
  }
  return undefined
}

/** Something of a package that the tables know: its value is followed further instead of being unknown. */
export function isKnownModule({ module, path }: ValueOf<'import'>): boolean {
  return isNetworkPackage(module) || matchBuiltin(module, [...path, '*']) !== undefined
}

function networkOfSettings(name: string, args: readonly Value[], { reason }: NetworkName): NetworkEffect {
  return { ...networkEffect(name, 'listed in settings', 'awaited', args), reason }
}

function networkEffect(
  name: string,
  service: NetworkEffect['service'],
  when: NetworkEffect['when'],
  args: readonly Value[],
): NetworkEffect {
  return { kind: 'network', name, service, when, args, reason: undefined, lasts: undefined, result: undefined }
}

function printPath(value: ValueOf<'import'>): string {
  const [first, ...rest] = value.path
  const root =
    first === 'default' || first === '*' ? (value.module.split('/').at(-1) ?? value.module) : (first ?? value.module)
  return [root, ...rest].join('.')
}
