/**
 * Random programs over every construct that a graph is built from.
 *
 * A program is read off a tape of numbers: each choice takes the next one, and an empty tape always chooses the simplest
 * alternative. So fast-check, which makes and shrinks arrays of numbers well, makes and shrinks programs.
 */
import { parse } from '@typescript-eslint/parser'
import type { Program } from '../../src/syntax/ast.ts'

/** The tree that the builder reads, without the keys that it must not read. */
export function parseProgram(text: string, jsx = false): Program {
  return parse(text, { range: true, loc: false, sourceType: 'module', ecmaFeatures: { jsx } })
}

interface Place {
  readonly depth: number
  /** Labels and kinds of what can be left by `break` and `continue`, the innermost last. */
  readonly jumps: readonly string[]
  readonly inLoop: boolean
}

/**
 * `runnable`: a generator function of which Node can run each statement, and whose operations are `yield`s, numbered in
 * source order, and calls of `id`. Otherwise also what Node 20 can't run, or what only makes points.
 */
export function writeProgram(tape: readonly number[], runnable: boolean): string {
  let at = 0
  let names = 0

  function choose(count: number): number {
    const number = tape[at++]
    return number === undefined ? 0 : number % count
  }

  function pick<T>(place: Place, simple: readonly (() => T)[], nested: readonly (() => T)[]): T {
    const all = place.depth > 5 || at >= tape.length ? simple : [...simple, ...nested]
    const chosen = all[choose(all.length)]
    if (chosen === undefined) throw new Error('nothing to choose')
    return chosen()
  }

  function operation(): string {
    return `(yield ${++names})`
  }

  function expression(outer: Place): string {
    const place = { ...outer, depth: outer.depth + 1 }
    const e = () => expression(place)
    return pick(
      place,
      [operation, () => ['1', '0', 'null', 'undefined', 'true', "''"][choose(6)] ?? '', () => `id(${variable()})`],
      [
        () => `(${e()} && ${e()})`,
        () => `(${e()} || ${e()})`,
        () => `(${e()} ?? ${e()})`,
        () => `(${e()} ? ${e()} : ${e()})`,
        () => `(!${e()})`,
        () => `(${e()}, ${e()})`,
        () => `(${e()} === ${e()})`,
        () => `id(${e()})`,
        () => `(${variable()} = ${e()})`,
        () => `(${variable()} ${['||', '&&', '??'][choose(3)] ?? ''}= ${e()})`,
        () => `(${variable()}++)`,
        () => `[${e()}, ${e()}].length`,
        () => `${e()}?.m(${e()})`,
        () => `${e()}?.p?.m?.(${e()})`,
        () => `${e()}?.[${e()}]`,
        () => `${e()}?.p?.p`,
        () => `(${e()} as unknown)`,
        () => `([${variable()} = ${e()}] = [${e()}])`,
        ...(runnable
          ? []
          : [
              () => `\`\${${e()}} \${${e()}}\``,
              () => `tag\`\${${e()}}\``,
              () => `new (${e()})(${e()})`,
              () => `import(${e()})`,
              () => `(await ${e()})`,
              () => `(yield* ${e()})`,
              () => `({ [${e()}]: ${e()}, ...${e()}, m() { lost() } })`,
              () => `(class extends (${e()}) { [id(${variable()})] = lost(); static s = id(1); static { id(2) } })`,
              () => `(() => lost())`,
              () => `({ a: x = ${e()}, [${e()}]: y, ...x } = ${e()})`,
              () => `f!.g(${e()})!.h?.(${e()})!.i`,
            ]),
      ],
    )
  }

  function variable(): string {
    return choose(2) === 0 ? 'x' : 'y'
  }

  function body(outer: Place, jump?: string): string {
    const place = {
      depth: outer.depth + 1,
      jumps: jump === undefined ? outer.jumps : [...outer.jumps, jump],
      inLoop: outer.inLoop || jump === 'loop',
    }
    const list = Array.from({ length: 1 + choose(3) }, () => statement(place))
    // A loop without an operation would run for ever.
    if (jump === 'loop') list.unshift(`${operation()};`)
    return `{ ${list.join(' ')} }`
  }

  function loop(place: Place): string {
    const e = () => expression(place)
    switch (choose(runnable ? 7 : 9)) {
      case 0:
        return `while (${e()}) ${body(place, 'loop')}`
      case 1:
        return `do ${body(place, 'loop')} while (${e()});`
      case 2:
        return `for (${e()}; ${e()}; ${e()}) ${body(place, 'loop')}`
      case 3:
        return `for (;;) ${body(place, 'loop')}`
      case 4:
        return `for (x of [${e()}, ${e()}]) ${body(place, 'loop')}`
      case 5:
        return `while (true) ${body(place, 'loop')}`
      case 6: {
        const name = `v${++names}`
        return `while (${e()}) { let ${name}; ${name} ||= ${e()}; ${body(place, 'loop')} }`
      }
      case 7:
        return `for await (const { z = ${e()} } of ${e()}) ${body(place, 'loop')}`
      default:
        return `for (using u of ${e()}) ${body(place, 'loop')}`
    }
  }

  function statement(place: Place): string {
    const e = () => expression(place)
    return pick(
      place,
      [() => `${e()};`, () => jump(place), () => `return ${e()};`, () => `throw ${e()};`],
      [
        () => `if (${e()}) ${body(place)}`,
        () => `if (${e()}) ${body(place)} else ${body(place)}`,
        () => loop(place),
        () => {
          const label = `l${++names}`
          return `${label}: ${loop({ ...place, jumps: [...place.jumps, `loop ${label}`], inLoop: true })}`
        },
        () => {
          const label = `l${++names}`
          return `${label}: ${body(place, `block ${label}`)}`
        },
        () => `try ${body(place)} catch { ${e()}; }`,
        () => `try ${body(place)} catch (e${++names}) ${body(place)}`,
        () => `try ${body(place)} finally ${body(place)}`,
        () => `try ${body(place)} catch ${body(place)} finally ${body(place)}`,
        () => switchStatement(place),
        () => body(place),
        ...(runnable
          ? []
          : [
              () => `{ using u = ${e()}, w = ${e()}; ${statement(place)} await using z = ${e()}; ${statement(place)} }`,
              () => `const { [${e()}]: k${++names} = ${e()} } = ${e()};`,
              () => `class C${++names} extends (${e()}) { static s = id(1); }`,
              () => `for (const k in ${e()}) ${body(place, 'loop')}`,
            ]),
      ],
    )
  }

  function switchStatement(outer: Place): string {
    const place = { ...outer, depth: outer.depth + 1, jumps: [...outer.jumps, 'switch'] }
    const count = 1 + choose(3)
    const otherwise = choose(count + 1)
    const cases = Array.from({ length: count }, (_, index) => {
      const head = index === otherwise ? 'default' : `case id(${expression(place)})`
      return `${head}: ${Array.from({ length: choose(3) }, () => statement(place)).join(' ')}`
    })
    return `switch (${expression(place)}) { ${cases.join(' ')} }`
  }

  function jump(place: Place): string {
    const target = place.jumps[choose(place.jumps.length || 1)]
    if (target === undefined) return `${expression(place)};`
    const [kind, label] = target.split(' ')
    const word = kind === 'loop' && choose(2) === 1 ? 'continue' : 'break'
    if (label !== undefined) return `${word} ${label};`
    return word === 'continue' && !place.inLoop ? ';' : `${word};`
  }

  const place: Place = { depth: 0, jumps: [], inLoop: false }
  const list = Array.from({ length: 1 + choose(4) }, () => statement(place))
  return `${runnable ? 'function*' : 'async function*'} f() { let x, y; ${list.join(' ')} }`
}
