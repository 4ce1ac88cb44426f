/** A change of the source that is offered with a fault. */

/** A replacement of source text; `range` counts UTF-16 units. */
export interface Edit {
  readonly range: readonly [number, number]
  readonly text: string
}

/** A change that the user may choose; it changes what the program does. */
export interface Suggestion {
  readonly messageId: string
  readonly edits: readonly Edit[]
}
