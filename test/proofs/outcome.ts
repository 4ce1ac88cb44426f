/** How a call of a program ended, as a page shows it. */

/** `returns …` or `throws …`, with the code of the server or of the driver. */
export async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    const value = await call
    return value === undefined ? 'returns' : `returns ${JSON.stringify(value)}`
  } catch (error) {
    return `throws ${codeOf(error)}`
  }
}

/** Errors of drivers carry that of the server in one of these. */
const INNER = ['cause', 'original', 'driverError', 'parent'] as const

/** The SQLSTATE that the server answered with, else the driver's own code, else the message. */
export function codeOf(error: unknown): string {
  let code: string | undefined
  let at: unknown = error
  for (let depth = 0; depth < 5 && typeof at === 'object' && at !== null; depth++) {
    const one = (at as { code?: unknown }).code
    if (typeof one === 'string') {
      if (/^[0-9A-Z]{5}$/.test(one)) return one
      code ??= one
    }
    const outer = at as Record<string, unknown>
    at = INNER.map((name) => outer[name]).find((inner) => inner !== undefined)
  }
  return code ?? (error instanceof Error ? error.message : String(error))
}
