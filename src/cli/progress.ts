/** Shows on a terminal how far a long run is, in one line that is gone at the end. Says nothing when piped. */
import type { Output } from './terminal.ts'

export interface Progress {
  show(text: string): void
  clear(): void
}

const silent: Progress = { show: () => undefined, clear: () => undefined }

/** Nothing is shown in the first `delay` milliseconds, so that a short run stays quiet. */
export function createProgress(
  output: Output,
  now: () => number = performance.now.bind(performance),
  delay = 500,
): Progress {
  if (output.isTTY !== true) return silent
  let next = now() + delay
  let isShown = false
  return {
    show(text) {
      if (now() < next) return
      next = now() + 100
      isShown = true
      output.write(`\r\u001B[K${text.slice(0, (output.columns ?? 80) - 1)}`)
    },
    clear() {
      if (isShown) output.write('\r\u001B[K')
      isShown = false
    },
  }
}
