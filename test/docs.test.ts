/** The pages of the rules: complete, and every example does what the page says of it. */
import { readdirSync, readFileSync } from 'node:fs'
import * as parser from '@typescript-eslint/parser'
import { Linter } from 'eslint'
import { describe, expect, it } from 'vitest'
import { rules } from '../rules/index.ts'
import plugin from '../src/index.ts'

interface Block {
  readonly section: string
  readonly language: string
  readonly code: string
  /** Line of the page on which the code begins. */
  readonly line: number
  /** The last line of prose before it. */
  readonly lead: string
}

const folder = new URL('../docs/rules/', import.meta.url)
const SECTIONS = [
  'What it reports and why',
  'Wrong',
  'Right',
  'Proof',
  'Messages',
  'Options',
  'Known limits',
  'When not to use it',
]

const pages = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((file) => ({ name: file.slice(0, -'.md'.length), text: readFileSync(new URL(file, folder), 'utf8') }))

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let section = ''
  let lead = ''
  let open: { language: string; line: number; lines: string[] } | undefined
  for (const [index, line] of text.split('\n').entries()) {
    if (open && line === '```') {
      blocks.push({ section, language: open.language, code: open.lines.join('\n'), line: open.line, lead })
      open = undefined
    } else if (open) open.lines.push(line)
    else if (line.startsWith('```')) open = { language: line.slice(3), line: index + 2, lines: [] }
    else if (line.startsWith('## ')) section = line.slice(3)
    else if (line !== '') lead = line
  }
  return blocks
}

/** What `recommended` and the page's rule report on an example: `rule messageId`. `// settings: {…}` holds for it. */
function findingsIn(code: string, name: string): string[] {
  const shared: unknown = JSON.parse(/^\/\/ settings:(.*)$/m.exec(code)?.[1] ?? '{}')
  const settings = { 'pg-advisory-lock': shared }
  const config: Linter.Config[] = [
    { files: ['**/*.ts'], languageOptions: { parser }, settings },
    ...plugin.configs.recommended,
    { rules: { [`pg-advisory-lock/${name}`]: 'error' } },
  ]
  const messages = new Linter({ configType: 'flat' }).verify(code, config, 'example.ts')
  return messages.map(({ ruleId, messageId, message }) => `${ruleId ?? message} ${messageId ?? ''}`)
}

function sectionOf(text: string, title: string): string {
  return text.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? ''
}

describe.each(pages)('$name.md', ({ name, text }) => {
  const rule = rules[name as keyof typeof rules]
  const blocks = blocksOf(text)

  it('has the title, one sentence about the rule, and the sections in their order', () => {
    expect(text.startsWith(`# ${name}\n\n`)).toBe(true)
    expect(text.match(/^## .*/gm)?.map((title) => title.slice(3))).toEqual(SECTIONS)
    const preset = rule.meta?.docs?.recommended === true ? 'recommended' : 'strict'
    expect(text.split('\n')[2]).toMatch(new RegExp(`^[A-Z].*\\. In \`${preset}\`, as error`))
  })

  it('says of suggestions and tests what is true', () => {
    const header = text.split('\n')[2] ?? ''
    const off = plugin.configs.strict[1]?.rules?.[`pg-advisory-lock/${name}`] !== undefined
    expect(header.includes('Gives a suggestion.')).toBe(rule.meta?.hasSuggestions === true)
    expect(header.includes('off for tests')).toBe(off)
  })

  it('lists every message id and no other', () => {
    const listed = [...sectionOf(text, 'Messages').matchAll(/^- `(\w+)`/gm)].map((match) => match[1])
    expect(listed.toSorted()).toEqual(Object.keys(rule.meta?.messages ?? {}).toSorted())
  })

  it('shows the schema and describes every option', () => {
    const schema = blocks.find(({ section, language }) => section === 'Options' && language === 'json')
    expect(JSON.parse(schema?.code ?? '')).toEqual(rule.meta?.schema)
    const described = [...sectionOf(text, 'Options').matchAll(/^- `(\w+)`/gm)].map((match) => match[1])
    const [first] = rule.meta?.schema as { properties?: object }[]
    expect(described.toSorted()).toEqual(Object.keys(first?.properties ?? {}).toSorted())
  })

  it('has code only where this test looks at it', () => {
    const places = new Set(blocks.map(({ section, language }) => `${section}: ${language}`))
    expect([...places].filter((place) => !/^(Wrong|Right): ts$|^Options: js(on)?$/.test(place))).toEqual([])
  })

  it('has a wrong example for each message', () => {
    const wrong = blocks.filter(({ section }) => section === 'Wrong').map(({ lead }) => /^`(\w+)`/.exec(lead)?.[1])
    const reported = Object.keys(rule.meta?.messages ?? {}).filter(
      // what a suggestion or an option says isn't reported by `recommended`
      (id) => !new RegExp(`^- \`${id}\` \\((?:suggestion|option)\\)`, 'm').test(sectionOf(text, 'Messages')),
    )
    expect([...new Set(wrong)].toSorted()).toEqual(reported.toSorted())
  })

  it.each(blocks.filter(({ section }) => section === 'Wrong'))('reports the example on line $line', (block) => {
    const id = /^`(\w+)`/.exec(block.lead)?.[1] ?? ''
    expect(findingsIn(block.code, name)).toEqual([`pg-advisory-lock/${name} ${id}`])
  })

  it.each(blocks.filter(({ section }) => section === 'Right'))('is silent on the example on line $line', (block) => {
    expect(findingsIn(block.code, name)).toEqual([])
  })
})
