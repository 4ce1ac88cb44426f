/** Loads what takes long to load, the rules with the analysis behind them, once there is a file for them. */
import type { ESLint } from 'eslint'
import type { TraceLookup } from './pretty.ts'

export async function loadPlugin(debug: (text: string) => void): Promise<ESLint.Plugin> {
  const { handleInternalErrors, handleLimits, keepTraces } = await import('../analyze/index.ts')
  keepTraces()
  handleInternalErrors((error) => {
    debug(`analysis given up: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  })
  handleLimits(({ kind, what }) => {
    debug(kind === 'module' ? `not read, too many modules: ${what}` : `not run to its end, too many steps: ${what}`)
  })
  const { default: plugin } = await import('../index.ts')
  return plugin
}

export async function loadTraces(): Promise<TraceLookup> {
  const { tracesFor } = await import('../analyze/index.ts')
  return tracesFor
}
