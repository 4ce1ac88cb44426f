/** The scope analysis of a parsed text, the same for the bin's parser and for other modules. */
import { analyze } from '@typescript-eslint/scope-manager'
import type { Parsed } from './oxc.ts'

export function scopesOf({ ast, sourceType }: Pick<Parsed, 'ast' | 'sourceType'>) {
  const isModule = sourceType === 'module'
  return analyze(ast, { sourceType: isModule ? 'module' : 'script', globalReturn: !isModule, lib: [] })
}
