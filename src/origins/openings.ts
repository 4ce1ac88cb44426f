/** Sessions and pools are named by the call that opens them. */
import type { Session } from './value.ts'

/** The name of what is opened at a place. */
export function openedAt(place: string): string {
  return `s${place}`
}

/** Where a session or a pool is opened; NaN if that is out of sight, or it is handed in. */
export function openingOf(session: Session | undefined): number {
  return Number(/^s(\d+)$/.exec(session?.key ?? '')?.[1] ?? Number.NaN)
}
