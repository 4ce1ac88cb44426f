/** Turns globs, those of the command line and those of .gitignore, into regular expressions over paths with `/`. */

const regexSpecial = /[\\^$.*+?()[\]{}|]/g

export function escapeRegex(text: string): string {
  return text.replace(regexSpecial, String.raw`\$&`)
}

/** Whether a path must be read as a glob: it holds a wildcard, a class, braces or an extended group. */
export function hasMagic(pattern: string): boolean {
  return /[*?[{]|[@+!]\(/.test(pattern)
}

/**
 * The source of an expression for one glob.
 *
 * `shell` adds what .gitignore doesn't know: `{a,b}` and `@(a|b)`, `?(…)`, `*(…)`, `+(…)`, and outside of these `!(…)`.
 */
export function globSource(glob: string, shell: boolean): string {
  let source = ''
  /** What closes each open `{` or `(`. */
  const closers: string[] = []
  for (let at = 0; at < glob.length; at++) {
    const char = glob[at] ?? ''
    const rest = glob.slice(at)
    if (shell && rest.startsWith('!(') && closers.length === 0) return source + negatedSource(rest)
    if (shell && /^[@?*+]\(/.test(rest)) {
      source += '(?:'
      closers.push(`)${char === '@' ? '' : char}`)
      at++
    } else if (rest.startsWith('**/') && (at === 0 || glob[at - 1] === '/')) {
      source += '(?:[^/]+/)*'
      at += 2
    } else if (rest === '**' && (at === 0 || glob[at - 1] === '/')) {
      source += '.+'
      at++
    } else if (char === '*') {
      source += '[^/]*'
      while (glob[at + 1] === '*') at++
    } else if (char === '?') source += '[^/]'
    else if (char === '[') {
      const found = /^\[([!^]?)(\]?(?:\\.|[^\]\\])*)\]/.exec(rest)
      if (found === null) source += String.raw`\[`
      else {
        source += `(?!/)[${found[1] === '' ? '' : '^'}${classSource(found[2] ?? '')}]`
        at += found[0].length - 1
      }
    } else if (char === '\\' && at + 1 < glob.length) source += escapeRegex(glob[++at] ?? '')
    else if (shell && char === '{' && rest.includes('}')) {
      source += '(?:'
      closers.push(')')
    } else if (char === '}' && closers.at(-1) === ')') source += closers.pop() ?? ''
    else if (char === ')' && closers.length > 0) source += closers.pop() ?? ''
    else if (closers.length > 0 && (char === ',' || char === '|')) source += '|'
    else source += escapeRegex(char)
  }
  return source + closers.reverse().join('')
}

/** `!(a|b)rest`: one name that isn't `a` or `b`, followed by the rest. */
function negatedSource(glob: string): string {
  let depth = 0
  let end = 1
  for (; end < glob.length; end++) {
    if (glob[end] === '(') depth++
    else if (glob[end] === ')' && --depth === 0) break
  }
  const rest = globSource(glob.slice(end + 1), true)
  return `(?!(?:${glob
    .slice(2, end)
    .split('|')
    .map((part) => globSource(part, true))
    .join('|')})${rest}$)[^/]*${rest}`
}

/** `[:alpha:]` and the like are rare enough to be left out. */
function classSource(inside: string): string {
  return inside.replace(/\\?([[\]\\^])/g, String.raw`\$1`)
}

/** A glob that can't be turned into an expression (`[z-a]`) matches nothing. */
export function regexOf(source: string): RegExp {
  try {
    return new RegExp(`^${source}$`, 's')
  } catch {
    return /(?!)/
  }
}
