/** Makes an ESLint rule that prints the faults which the verdicts hold for it. */
import type { Rule } from 'eslint'
import { analyze } from './analyze/index.ts'
import { atMostThree } from './verdicts/places.ts'
import type { Fault } from './verdicts/fault.ts'

export type { Fault, SectionCall } from './verdicts/fault.ts'
export { atMostThree }

/** What the README's table says of a rule, as Markdown: it stands in `meta.docs`. */
export interface ReadmeLine {
  /** One sentence: what a finding is. */
  readonly finding: string
  readonly example: string
}

/** What of a rule is its own; the rest is the same for all. */
export interface LockRule<Options extends object> {
  readonly name: string
  readonly description: string
  /** Its line in the README. */
  readonly docs?: ReadmeLine
  /** In `configs.recommended`; `configs.strict` has every rule. */
  readonly recommended: boolean
  readonly messages: Readonly<Record<string, string>>
  /** Whether the answer is often another design than this lock: the messages end with where the recipes are. */
  readonly hasRecipes?: boolean
  /** Properties of the options object, as JSON schema. */
  readonly options?: Readonly<Record<string, object>>
  readonly defaults?: Options
  readonly hasSuggestions?: boolean
  /** What the options make of a fault; undefined: nothing is reported. */
  readonly choose?: (fault: Fault, options: Options) => Fault | undefined
}

const DOCS = 'https://github.com/eslint-plugin-pg-advisory-lock/eslint-plugin-pg-advisory-lock/blob/main/docs'
const RECIPES = ` See the recipes (${DOCS}/recipes/README.md).`

export function createRule<Options extends object>(rule: LockRule<Options>): Rule.RuleModule {
  const { name, options, defaults, choose } = rule
  return {
    meta: {
      type: 'problem',
      docs: {
        ...rule.docs,
        description: rule.description,
        recommended: rule.recommended,
        url: `${DOCS}/rules/${name}.md`,
      },
      ...(rule.hasSuggestions ? { hasSuggestions: true } : {}),
      schema: options ? [{ type: 'object', properties: options, additionalProperties: false }] : [],
      ...(defaults ? { defaultOptions: [defaults] } : {}),
      messages: Object.fromEntries(
        Object.entries(rule.messages).map(([id, text]) => [id, rule.hasRecipes ? text + RECIPES : text]),
      ),
    },
    create(context) {
      return {
        'Program:exit'() {
          const given = { ...defaults, ...(context.options[0] as Partial<Options> | undefined) } as Options
          for (const fault of analyze(context)) {
            if (fault.rule !== name) continue
            const chosen = choose ? choose(fault, given) : fault
            if (chosen) report(context, chosen)
          }
        },
      }
    },
  }
}

function report(context: Rule.RuleContext, { node, messageId, data, suggestions }: Fault): void {
  context.report({
    node: node as unknown as Rule.Node,
    messageId,
    data: { ...data },
    suggest: suggestions.map(({ messageId: id, edits }) => ({
      messageId: id,
      fix: (fixer) => edits.map(({ range, text }) => fixer.replaceTextRange([range[0], range[1]], text)),
    })),
  })
}
