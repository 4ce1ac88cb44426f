export interface Size {
  readonly statements: number
  readonly branches: number
  readonly tries: number
  readonly locks: number
}
export const FULL: Size
export function longer(factor: number): Size
export function bigFunction(size: Size): string
