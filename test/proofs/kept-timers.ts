/** A time that is over when the test says so: a slow machine doesn't make it too short for what has to be seen in it. */
import { vi } from 'vitest'

const FOR_EVER_MS = 3_600_000

/** Keeps the timers of so many milliseconds that are set, by whomever, until it is disposed of. */
export class KeptTimers implements Disposable {
  readonly #kept = new Map<unknown, () => void>()

  constructor(ms: number) {
    const { setTimeout, clearTimeout } = globalThis
    vi.stubGlobal('setTimeout', (run: () => void, time?: number) => {
      if (time !== ms) return setTimeout(run, time)
      const timer = setTimeout(run, FOR_EVER_MS)
      this.#kept.set(timer, run)
      return timer
    })
    vi.stubGlobal('clearTimeout', (timer?: NodeJS.Timeout) => {
      this.#kept.delete(timer)
      clearTimeout(timer)
    })
  }

  /** Runs those that were not cleared. */
  isOver(): void {
    for (const [timer, run] of this.#kept) {
      clearTimeout(timer as NodeJS.Timeout)
      run()
    }
  }

  [Symbol.dispose](): void {
    vi.unstubAllGlobals()
  }
}
