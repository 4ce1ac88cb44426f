/** Figures as a table for a terminal, each with a bar. */

export interface Series {
  readonly name: string
  /** One for each step. */
  readonly values: readonly number[]
}

const BAR = 24

/** @param steps what the columns are about, one figure each */
export function tableOf(title: string, steps: readonly number[], series: readonly Series[]): string {
  const most = Math.max(...series.flatMap(({ values }) => values))
  const width = Math.max(title.length, ...series.map(({ name }) => name.length))
  const row = (name: string, cells: readonly string[], bar = ''): string =>
    [name.padEnd(width), ...cells.map((cell) => cell.padStart(6)), bar].join(' ').trimEnd()
  const lines = series.map(({ name, values }) => {
    const last = values.at(-1) ?? 0
    const bar = '█'.repeat(Math.max(1, Math.round((last / most) * BAR)))
    return row(
      name,
      values.map((value) => value.toFixed(1)),
      ` ${bar}`,
    )
  })
  return `${[row(title, steps.map(String)), ...lines].join('\n')}\n`
}
