// The tables contradict neither each other nor what the network tables say.
import { describe, expect, it } from 'vitest'
import { builtinTables, matchBuiltin } from '../../src/builtins/index.ts'
import { networkTables } from '../../src/network/index.ts'

const rows = builtinTables.flatMap(({ from, does }) =>
  from.flatMap((module) => Object.keys(does).map((path) => `${module.replace(/^node:/, '')} ${path}`)),
)

describe('builtin tables', () => {
  it('have each function once', () => {
    expect(rows.filter((row, index) => rows.indexOf(row) !== index)).toEqual([])
  })

  it('call nothing safe that leaves the process', () => {
    const wrong: string[] = []
    for (const { packages, only = [], sync = [], starts = [] } of networkTables) {
      for (const module of packages) {
        for (const name of [...only, ...sync, ...starts]) {
          const behaviour = matchBuiltin(module, [name])
          if (behaviour === 'safe' || behaviour === 'pure' || behaviour === 'impure') wrong.push(`${module} ${name}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it('write a path as names with dots, and `*` only for a whole name', () => {
    for (const { does } of builtinTables) {
      for (const path of Object.keys(does)) expect(path).toMatch(/^(?:\*|[\w$]+)(?:\.(?:\*|[\w$]+))*$/)
    }
  })
})
