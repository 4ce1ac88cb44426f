/** Loads what takes long to load, the rules with the analysis behind them, once there is a file for them. */
import type { ESLint } from 'eslint'
import type { TraceLookup } from './pretty.ts'

export async function loadPlugin(): Promise<ESLint.Plugin> {
  const { default: plugin } = await import('../index.ts')
  return plugin
}

export async function loadTraces(): Promise<TraceLookup> {
  const { keepTraces, tracesFor } = await import('../analyze.ts')
  keepTraces()
  return tracesFor
}
