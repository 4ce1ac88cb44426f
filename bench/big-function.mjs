// Writes one long function of the kind that a team lets grow for years: a nightly job, each part in its own `try`, some
// parts under locks that options switch on.

/** The size that the analysis must take in less than a second. */
export const FULL = { statements: 2000, branches: 200, tries: 60, locks: 50 }

/** The same function with `factor` times the statements, nested as deeply, under as many locks. */
export function longer(factor) {
  return { ...FULL, statements: FULL.statements * factor, branches: FULL.branches * factor }
}

/**
 * The source of a module with one function of that many statements, branches, nested tries and conditional locks. Every
 * lock but the last is let go on all paths: a finding at the last tells that the analysis came to the end.
 */
export function bigFunction({ statements, branches, tries, locks }) {
  const lines = [
    `import { Pool } from 'pg'`,
    `import { compute, log, notify } from './job.js'`,
    ``,
    `const pool = new Pool()`,
    ``,
    `export async function nightlyJob(options, rows) {`,
    `  const client = await pool.connect()`,
    `  let total = 0`,
  ]
  let branch = 0
  let lock = 0
  const count = { statements: 2, branches: 0 }
  const open = []
  for (let level = 0; level < tries; level++) {
    const upTo = (number) => Math.floor((number * (level + 1)) / tries)
    const indent = '  '.repeat(level + 1)
    const inside = `${indent}  `
    const held = lock < upTo(locks) ? lock++ : undefined
    if (held !== undefined) {
      lines.push(`${indent}let locked${held} = false`, `${indent}try {`, `${inside}if (options.lock${held}) {`)
      lines.push(`${inside}  await client.query('SELECT pg_advisory_lock($1, $2)', [77, ${held}])`)
      lines.push(`${inside}  locked${held} = true`, `${inside}}`)
      count.statements += 3
    } else lines.push(`${indent}try {`)
    for (; branch < upTo(branches); branch++) {
      lines.push(`${inside}if (options.part${branch}) {`, `${inside}  total += compute(rows, ${branch})`)
      lines.push(`${inside}} else {`, `${inside}  log('part ${branch} is off')`, `${inside}}`)
      count.statements += 2
    }
    for (; count.statements < upTo(statements); count.statements++) {
      lines.push(`${inside}${statement(count.statements)}`)
    }
    const isLast = held === locks - 1
    const unlock =
      held === undefined || isLast
        ? `log('part ${level} is over')`
        : `if (locked${held}) await client.query('SELECT pg_advisory_unlock($1, $2)', [77, ${held}])`
    open.push(
      level % 2 === 0 || held !== undefined
        ? [`${indent}} finally {`, `${inside}${unlock}`, `${indent}}`]
        : [`${indent}} catch (error) {`, `${inside}log(error)`, `${inside}await notify(error)`, `${indent}}`],
    )
  }
  for (const closing of open.reverse()) lines.push(...closing)
  lines.push(`  client.release()`, `  return total`, `}`, ``)
  return lines.join('\n')
}

function statement(number) {
  switch (number % 5) {
    case 0:
      return `const value${number} = compute(rows, ${number})`
    case 1:
      return `total += rows.length * ${number}`
    case 2:
      return `log('step ${number}', total)`
    case 3:
      return `await client.query('UPDATE jobs SET step = $1 WHERE id = $2', [${number}, options.id])`
    default:
      return `rows[${number % 7}].step = total + ${number}`
  }
}
