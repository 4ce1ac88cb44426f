import { it } from 'vitest'
import { printGraph } from '../../src/flow/print.ts'
import { buildGraph } from '../../src/flow/build.ts'
import { parseProgram, writeProgram } from './program.ts'
it('x', () => {
  const t = process.env['T']!
  console.log(printGraph(buildGraph(parseProgram(t).body[0] as never)!, t))
  console.log(writeProgram([0, 1685, 0, 13, 1227, 0, 0, 157, 2042], false))
})
