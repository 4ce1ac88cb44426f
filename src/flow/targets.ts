/**
 * Where jumps lead from the place that is drawn: loops, labels, handlers and `finally` blocks around it, and the exits.
 *
 * A completion goes to the innermost `finally` on its way; what follows that is routed again from its end.
 */
import type { Completion, Edge } from './graph.ts'

/** An edge that looks for its target; until then `to` is its own point. */
export type OpenEdge = { -readonly [Key in keyof Edge]: Edge[Key] }

/** Where `break` and `continue` lead. */
interface JumpTarget {
  readonly kind: 'target'
  /** Its label, or its number among the loops and switches of the function. */
  readonly name: string
  readonly labels: readonly string[]
  /** A labelled block is no loop and no switch: only a `break` with its label ends it. */
  readonly of: 'loop' | 'switch' | 'block'
  readonly breaks: OpenEdge[]
  readonly continues: OpenEdge[]
}

/** The handler of a `try`. */
interface CatchTarget {
  readonly kind: 'catch'
  readonly throws: OpenEdge[]
}

/** The `finally` of a `try`, or the disposal of a `using` variable. */
export interface FinallyTarget {
  readonly kind: 'finally'
  readonly entering: OpenEdge[]
  readonly completions: Set<Completion>
}

/** What runs in a `finally`: who leaves it before its end drops the completion that entered it. */
interface FinallyBody {
  readonly kind: 'finallyBody'
}

export class Targets {
  readonly returns: OpenEdge[] = []
  readonly throws: OpenEdge[] = []
  readonly #scopes: (JumpTarget | CatchTarget | FinallyTarget | FinallyBody)[] = []
  #numbered = 0

  enterJumpTarget(of: JumpTarget['of'], labels: readonly string[]): JumpTarget {
    if (of !== 'block') this.#numbered++
    const name = labels[0] ?? `${this.#numbered}`
    const target: JumpTarget = { kind: 'target', name, labels, of, breaks: [], continues: [] }
    this.#scopes.push(target)
    return target
  }

  enterCatch(): CatchTarget {
    const target: CatchTarget = { kind: 'catch', throws: [] }
    this.#scopes.push(target)
    return target
  }

  enterFinally(): FinallyTarget {
    const target: FinallyTarget = { kind: 'finally', entering: [], completions: new Set() }
    this.#scopes.push(target)
    return target
  }

  enterFinallyBody(): void {
    this.#scopes.push({ kind: 'finallyBody' })
  }

  /** Leaves the innermost scope. */
  leave(): void {
    this.#scopes.pop()
  }

  /** The completion of a `break` or `continue` from here; undefined if it has no target, which no parser accepts. */
  completionOf(kind: 'break' | 'continue', label: string | undefined): Completion | undefined {
    for (const scope of this.#scopes.toReversed()) {
      if (scope.kind !== 'target') continue
      const isMeant =
        label === undefined
          ? scope.of === 'loop' || (kind === 'break' && scope.of === 'switch')
          : scope.labels.includes(label)
      if (isMeant) return `${kind}:${scope.name}`
    }
    return undefined
  }

  /** Leads edges to where a completion goes. */
  route(edges: readonly OpenEdge[], completion: Completion): void {
    if (edges.length === 0) return
    let drops = 0
    for (const scope of this.#scopes.toReversed()) {
      if (scope.kind === 'finallyBody') drops++
      const list = listFor(scope, completion)
      if (list === undefined) continue
      if (scope.kind === 'finally') {
        scope.completions.add(completion)
        for (const edge of edges) edge.enters = completion
      }
      lead(edges, list, drops)
      return
    }
    lead(edges, completion === 'throw' ? this.throws : this.returns, drops)
  }
}

/** The edges into the scope of which a completion becomes one; undefined if it passes the scope. */
function listFor(
  scope: JumpTarget | CatchTarget | FinallyTarget | FinallyBody,
  completion: Completion,
): OpenEdge[] | undefined {
  switch (scope.kind) {
    case 'finally':
      return scope.entering
    case 'catch':
      return completion === 'throw' ? scope.throws : undefined
    case 'target':
      if (completion === `break:${scope.name}`) return scope.breaks
      return completion === `continue:${scope.name}` ? scope.continues : undefined
    case 'finallyBody':
      return undefined
  }
}

function lead(edges: readonly OpenEdge[], list: OpenEdge[], drops: number): void {
  if (drops > 0) for (const edge of edges) edge.drops = drops
  list.push(...edges)
}
