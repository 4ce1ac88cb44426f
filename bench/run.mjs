// Measures how fast the rules and the bin are, as ratios to what else runs on the same files: `npm run bench [-- TREE]`.
// Exits with 1 when a target is missed.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const pathTo = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

const { status } = spawnSync(process.execPath, [pathTo('scripts/build.mjs')], { stdio: 'inherit' })
if (status !== 0) process.exit(2)

const { bigFunction, FULL, longer } = await import('./big-function.mjs')
const { commandTime, eslintWith, median, sourcesOf, timesOf, usesLocks } = await import('./measure.mjs')
const { generatedTrees } = await import('./trees.mjs')

/** At most so many files of a tree are linted for the share of the rules, spread evenly over it. */
const MOST_LINTED = 1000
const RUNS = 5

let missed = 0

function row(what, measured, target = '', holds = true) {
  if (!holds) missed++
  console.log(
    `${what.padEnd(58)}${measured.padStart(18)}   ${target.padEnd(26)}${target ? (holds ? 'ok' : 'MISSED') : ''}`,
  )
}

const ms = (number) => `${number.toFixed(number < 10 ? 1 : 0)} ms`
const percent = (number) => `${(100 * number).toFixed(2)} %`

// ---------------------------------------------------------------- the rules beside the parser

/** `limit`: what the rules may take of the parser's time. */
async function rulesShare(root, files, limit) {
  const step = Math.max(1, Math.ceil(files.length / MOST_LINTED))
  const chosen = files.filter((_, index) => index % step === 0)
  const eslint = eslintWith({ rules: true })
  const sums = new Map()
  let parse = 0
  for (const file of chosen) {
    const times = await timesOf(eslint, readFileSync(file, 'utf8'), file)
    parse += times.parse
    for (const [id, time] of times.rules) sums.set(id, (sums.get(id) ?? 0) + time)
  }
  const all = [...sums.values()].reduce((sum, time) => sum + time, 0)
  const locks = chosen.filter(usesLocks).length
  row(
    `rules / parser, ${chosen.length} files, ${locks} with locks`,
    percent(all / parse),
    ...atMost(all / parse, limit),
  )
  for (const [id, time] of sums) row(`  ${id.slice(id.indexOf('/') + 1)}`, percent(time / parse))
}

function atMost(value, limit) {
  return limit === undefined ? [] : [`at most ${percent(limit)}`, value <= limit]
}

// ---------------------------------------------------------------- the bin beside ESLint and grep

function binBeside(root, files) {
  const bin = commandTime(RUNS, process.execPath, [pathTo('dist/src/cli/bin.js'), '--quiet', '.'], root)
  const grep = commandTime(RUNS, 'grep', ['-rIl', '--exclude-dir=node_modules', 'advisory', '.'], root)
  const eslint = eslintTime(root)
  row(`bin, ${files.length} files`, ms(bin))
  row('eslint, typescript-eslint parser, no rules (1 run)', ms(eslint))
  row('grep -rIl advisory', ms(grep))
  row('eslint / bin', `${(eslint / bin).toFixed(1)} times`, 'at least 20 times', eslint / bin >= 20)
  row('bin / grep', `${(bin / grep).toFixed(1)} times`, 'at most 15, or 1.5 s', bin / grep <= 15 || bin <= 1500)
}

function eslintTime(root) {
  const folder = mkdtempSync(join(tmpdir(), 'pg-advisory-lock-bench-'))
  try {
    const config = join(folder, 'eslint.config.mjs')
    const parser = import.meta.resolve('@typescript-eslint/parser')
    writeFileSync(
      config,
      `import * as parser from ${JSON.stringify(parser)}
export default [{
  files: ['**/*.{js,cjs,mjs,jsx,ts,cts,mts,tsx}'],
  languageOptions: { parser },
  linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
}]
`,
    )
    return commandTime(
      1,
      process.execPath,
      [pathTo('node_modules/eslint/bin/eslint.js'), '--quiet', '-c', config, '.'],
      root,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

// ---------------------------------------------------------------- imports that are followed

function modulesBeside(root) {
  const args = ['--expose-gc', pathTo('bench/modules.mjs'), root]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const { files, ratio, found, foundAlone, grown, editor, lines } = JSON.parse(stdout)
  row(`lint of ${files} files, imports followed / not`, `${ratio.toFixed(2)} times`, 'at most 1.15', ratio <= 1.15)
  row('  findings with imports followed', String(found))
  row('  findings without', String(foundAlone))
  row('  memory in use that this adds', `${(grown / 2 ** 20).toFixed(0)} MB`, 'at most 60 MB', grown <= 60 * 2 ** 20)
  row(`  rules, ${lines} lines with a wrapper, after an edit`, ms(editor), 'at most 30 ms', editor <= 30)
}

// ---------------------------------------------------------------- one long function

async function longFunction() {
  const eslint = eslintWith({ rules: true })
  const times = new Map()
  for (const factor of [0.5, 1, 2]) {
    const text = bigFunction(longer(factor))
    const runs = []
    let ended = false
    for (let run = 0; run < RUNS; run++) {
      const { rules, messages } = await timesOf(eslint, text, join(tmpdir(), 'nightly-job.ts'))
      runs.push([...rules.values()].reduce((sum, time) => sum + time, 0))
      ended = messages.length > 0
    }
    const time = median(runs)
    times.set(factor, time)
    const size = `${factor * FULL.statements} statements, ${FULL.tries} tries, ${FULL.locks} locks`
    const what = `${size}${ended ? '' : ' (budget)'}`
    if (factor === 1) row(what, ms(time), 'less than 1 s', time < 1000)
    else row(what, ms(time))
  }
  for (const [half, full] of [
    [0.5, 1],
    [1, 2],
  ]) {
    const ratio = times.get(full) / times.get(half)
    row(`  from ${half} x to ${full} x`, `${ratio.toFixed(1)} times`, 'at most 3 times', ratio <= 3)
  }
}

// ----------------------------------------------------------------

const [tree] = process.argv.slice(2)
const trees = tree === undefined ? [] : [{ name: tree, root: resolve(process.env.INIT_CWD ?? '.', tree) }]

console.log(
  `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model}), load ${loadavg()[0]?.toFixed(1)}; medians of ${RUNS} runs`,
)
for (const { name, root } of [...trees, ...generatedTrees()]) {
  console.log(`\n${name}`)
  const files = sourcesOf(root)
  const share = files.filter(usesLocks).length / files.length
  await rulesShare(root, files, share === 0 ? 0.01 : share <= 0.02 ? 0.05 : undefined)
  binBeside(root, files)
}
console.log('\nimports followed')
modulesBeside(generatedTrees().at(-1).root)
console.log('\none long function, time of all rules')
await longFunction()

if (missed > 0) console.log(`\n${missed} ${missed === 1 ? 'target' : 'targets'} missed`)
process.exitCode = missed > 0 ? 1 : 0
