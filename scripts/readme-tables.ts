/** The parts of the README that are made from what each rule says of itself in `meta`. */
import type { Rule } from 'eslint'
import type { ReadmeLine } from '../src/create-rule.ts'

type Rules = Readonly<Record<string, Rule.RuleModule>>

/** Each stands in the README between `<!-- begin name … -->` and `<!-- end name -->`. */
const PARTS: Readonly<Record<string, (rules: Rules) => string>> = {
  rules: rulesTable,
  options: optionsTable,
  oxlint: oxlintConfig,
}

/** The README with its generated parts as they should be; throws where it has no place for one. */
export function withTables(readme: string, rules: Rules): string {
  let text = readme
  for (const [name, write] of Object.entries(PARTS)) {
    const place = new RegExp(`(?<=<!-- begin ${name}\\b[^>]*-->\n)[^]*?(?=<!-- end ${name} -->)`)
    if (!place.test(text)) throw new Error(`README.md has no <!-- begin ${name} --> … <!-- end ${name} -->`)
    text = text.replace(place, () => `\n${write(rules)}\n`)
  }
  return text
}

/** What a rule says in the README; a rule without it has an empty line there, which a test finds. */
export function readmeLineOf({ meta }: Rule.RuleModule): Partial<ReadmeLine> {
  return (meta?.docs ?? {}) as Partial<ReadmeLine>
}

function rulesTable(rules: Rules): string {
  const all = Object.entries(rules)
  const rows = [
    ...all.filter(([, rule]) => isRecommended(rule)),
    ...all.filter(([, rule]) => !isRecommended(rule)),
  ].map(([name, rule]) => {
    const { finding = '', example = '' } = readmeLineOf(rule)
    return [link(name), finding, example, isRecommended(rule) ? 'recommended' : 'strict', extrasOf(rule)]
  })
  return table(['Rule', 'A finding', 'For example', 'Preset', 'Has'], rows)
}

function extrasOf(rule: Rule.RuleModule): string {
  const extras = [rule.meta?.hasSuggestions && 'suggestion', optionsOf(rule).length > 0 && 'options']
  return extras.filter(Boolean).join(', ')
}

function optionsTable(rules: Rules): string {
  const rows = Object.entries(rules).flatMap(([name, rule]) =>
    optionsOf(rule).map(({ option, description, byDefault }, index) => [
      index === 0 ? link(name) : '',
      `\`${option}: ${JSON.stringify(byDefault)}\``,
      description,
    ]),
  )
  return table(['Rule', 'Option and default', 'Meaning'], rows)
}

/** oxlint takes no presets of plugins. */
function oxlintConfig(rules: Rules): string {
  const recommended = Object.entries(rules).filter(([, rule]) => isRecommended(rule))
  const config = {
    jsPlugins: ['eslint-plugin-pg-advisory-lock'],
    rules: Object.fromEntries(recommended.map(([name]) => [`pg-advisory-lock/${name}`, 'error'])),
  }
  return `\`\`\`json\n${JSON.stringify(config, null, 2)}\n\`\`\`\n`
}

interface Option {
  readonly option: string
  readonly description: string
  readonly byDefault: unknown
}

function optionsOf({ meta }: Rule.RuleModule): Option[] {
  const [schema] = (meta?.schema ?? []) as { properties: Record<string, { description: string }> }[]
  const [defaults] = (meta?.defaultOptions ?? []) as Record<string, unknown>[]
  return Object.entries(schema?.properties ?? {}).map(([option, { description }]) => ({
    option,
    description,
    byDefault: defaults?.[option],
  }))
}

function isRecommended({ meta }: Rule.RuleModule): boolean {
  return meta?.docs?.recommended === true
}

function link(name: string): string {
  return `[${name}](docs/rules/${name}.md)`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return `${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`
}
