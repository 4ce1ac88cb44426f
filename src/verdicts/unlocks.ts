/** `matching-unlock`: an unlock that can't let go of what was taken. */
import { type Observations, type Stray, unlocksIn } from '../locks/facts.ts'
import { compareKeys } from '../locks/key.ts'
import { rightUnlock } from '../edits/unlock-function.ts'
import type { Node } from '../syntax/ast.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { differingUnlock } from './guards.ts'
import { type Lines, shownKey, writtenPlace } from './places.ts'

const MESSAGES: Readonly<Record<Stray['why'], string>> = {
  key: 'wrongKey',
  mode: 'wrongMode',
  session: 'wrongHolder',
  scope: 'xactLock',
}

export function unlockFaults(seen: Observations, file: FileAnalysis, lines: Lines): Fault[] {
  const { acquisition } = seen
  const fault = (messageId: string, node: Node, stray?: Stray): Fault => ({
    rule: 'matching-unlock',
    messageId,
    node: stray ? writtenPlace({ node, frame: stray.frame }, file).node : node,
    frame: stray?.frame,
    data: {
      key: shownKey(acquisition.key),
      other: stray ? shownKey(stray.key) : '',
      line: lines.taken(writtenPlace(acquisition, file)),
      mode: acquisition.call.mode,
    },
    trace: [],
    suggestions:
      messageId === 'wrongMode' && stray ? rightUnlock(node, stray.call, acquisition.call.mode, file.text) : [],
  })
  // A pool's lock and its unlock anywhere are `require-dedicated-connection`'s to tell.
  if (acquisition.session?.holder === 'pool') return []
  const stray = strayOf(seen, file)
  if (stray) return [fault(messageOf(seen, stray[1]), stray[0], stray[1])]
  const guarded = differingUnlock(seen, file)
  if (guarded) return [fault('guardDiffers', guarded)]
  const lost = lostUnlock(seen)
  return lost ? [fault('notHeld', lost)] : []
}

function messageOf({ acquisition }: Observations, { why, key }: Stray): string {
  return why === 'key' && key.space !== acquisition.key.space ? 'wrongKeySpace' : MESSAGES[why]
}

/** An unlock that was meant for this lock, since no other explains it, where nothing lets go of it as it should be. */
export function strayOf(seen: Observations, file: FileAnalysis): readonly [Node, Stray] | undefined {
  const unlocks = unlocksIn(file.facts)
  // The end of its session may have let it go, an unlock not.
  const letGo = [...seen.ends].some(([node, how]) => how === 'normal' || unlocks.has(node))
  const others = [...file.facts.acquisitions.values()].filter(
    ({ acquisition: { node, frame } }) => node !== seen.acquisition.node || frame.id !== seen.acquisition.frame.id,
  )
  return [...seen.strays].find(([node, { key, why }]) => {
    if (others.some((other) => other.ends.has(node)) || (letGo && why !== 'scope')) return false
    if (why === 'mode' || why === 'session') return true
    return !others.some(
      ({ acquisition }) => acquisition.call.scope === 'session' && compareKeys(acquisition.key, key) === 'same',
    )
  })
}

/**
 * An unlock that runs where the try answered false, on a session that goes on: the one that lets go elsewhere, or one
 * that was to take the lock from its holder.
 */
function lostUnlock(seen: Observations): Node | undefined {
  if (seen.endedWhenLost || seen.acquisition.call.wait) return undefined
  const [first] = seen.lostUnlocks
  return [...seen.lostUnlocks].find((node) => seen.ends.has(node)) ?? first
}
