/** Programs that together hold every construct the engine meets, for comparing one parser with another. */

export const typescript = String.raw`
import def, { a as b, type C, default as d } from './x'
import * as ns from "y"
import type { D } from 'z'
import json from './a.json' with { type: 'json' }
import eq = require('eq')
export { b as e, type C as F } from './x'
export * from './y'
export * as all from './z'
export default class Base<T extends object = {}> extends ns.Thing<T> implements D, C {
  static #count = 0
  static { Base.#count++ }
  declare readonly x: string
  protected abstract?: number
  [key: string]: unknown
  accessor acc = 1
  constructor(private readonly pool: Pool, @Inject('q') public q?: string, ...rest: number[]) { super(); this.#m?.() }
  get v(): number { return this.#p }
  set v(value) { this.#p = value }
  #p = 0
  async *#m<U>(this: Base<T>, { a = 1, ...o }: Opts = {}, [, c]: [U?] = []): AsyncGenerator<U> {
    for await (const row of rows) yield* row
    await using lock = await take()
  }
  @dec() @ns.dec static async method(): Promise<void> {}
  optional?(): Promise<void>
  'quoted'() {} [computed]() {} 12() {}
}
abstract class Shape { abstract area(): number; protected abstract override readonly k: bigint }
declare module 'm' { export const x: 1; export function f(): asserts x is string }
declare global { interface Window { a: 1 } }
namespace A.B { export const c = 1 }
enum Color { Red, Green = 'g', Blue = 1 << 2 }
declare const enum E2 { A }
interface I<in out T> extends J, K<T> { (a: 1): void; new (a: 2): I<T>; readonly m?: string; f?(x: this): x is T; get g(): 1; set g(v) }
type Fn = new (...a: any[]) => void | abstract_ | (<T>(x: T) => x is string & T)
type Cond<T> = T extends (infer U extends string)[] ? U : T extends readonly [first: 1, rest?: 2, ...more: 3[]] ? never : unknown
type Mapped = { readonly [K in keyof T as ${'`x${K}`'}]-?: T[K] } & typeof import('m').x<1> & unique_ & -1 & ${'`a${string}b`'}
let tuple: [a?: string, ...b: number[]] = null!, u: unique symbol, im: import('a').B<C>, idx: T['a'][0][]
function over(a: string): void
function over(this: void, a?: any, ...b: [number]) { return <const>['x'] as const satisfies readonly string[] }
label: for (let i = 0, n = 10; i < n; i++, n--) { if (i) continue label; else break label }
for (const k in o) ; for (var of of of) {} do { x-- } while (x) while (1) { break }
switch (x) { case 1: case 2: { y(); break } default: z() }
try { f() } catch { g() } finally { h() }
try { f() } catch ({ code, ...e }: any) { throw new Error('x', { cause: e }) }
const { a: { b: [c1 = 2, , ...c2] = [] }, ['k' + 1]: k1, ...others } = obj as any
x ??= y ||= z &&= w; x **= 2; x >>>= 1n; [x, { y: z.w }] = [y]
const t = tag${'`a${b}\\u{z}${`n${1}`}`'}, r = /[/]\/(?<n>x)/giu, big = 10n, hex = 0xFF, sep = 1_000
const o = { a, 'b': 1, [c]: 2, d() {}, get e() { return 1 }, set e(v) {}, async *f() {}, ...g, __proto__: null, async: 1 }
const arrow = async <T,>(x: T, y = 1): Promise<T> => ({ x }), one = x => x, gen = function* named() { const r = yield; yield 1 }
a?.b?.[c]?.(d)!.e, a?.(), (a?.b).c, (a, b), new.target, import.meta.url, await import('x'), delete a.b, void 0, typeof a
new Foo, new Foo<string>(1), foo<Bar>(x), foo<Bar>, (x as any)!.y, !(a in b), #p in o, a instanceof B
if (a) b; else if (c) d; else { ; }
debugger
"use strict"
const 𝒳 = '😀', after = '漢' + f('😀') /* 😀 */ // end 😀
const { [x]: y1 = 1 } = z, fnExpr = function () {}, cls = class extends (f()) {}, cls2 = class N {}
export const [p1, p2 = 1] = q, { p3 } = r
export function* g1() {} export async function g2() {}
export type { T1 }
export as namespace Lib
`

export const jsx = String.raw`
const x = <><a.b c="d" e={f} {...g} h:i='&amp;'>text {/* c */} {...kids} <input/> it's</a.b></>
const y = cond ? <T key={1}>{list.map(i => <li>{i}</li>)}</T> : null
const z = <div>{\`a\${b}\`}</div>
`
  .replaceAll('\\`', '`')
  .replaceAll('\\$', '$')

export const script = `
#!/usr/bin/env node
'use strict'
var await_ = require('x'), { y } = await_
if (y) return module.exports = function f(a, b = a) { arguments[0] = 0o10; with_(a) }
exports.z = async () => { for await (const x of y) await x }
`.trimStart()
