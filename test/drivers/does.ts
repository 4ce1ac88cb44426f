/** Short names for the actions of a driver's table. */
import type { Action, Driver } from '../../src/drivers/index.ts'

/** The action of `role.member`, of `role()`, of `` role`…` `` or of `new role`. */
export function does(driver: Driver, what: string): Action | undefined {
  const made = /^new (.+)$/.exec(what)?.[1]
  if (made !== undefined) return driver.roles[made]?.construct
  const called = /^(.+)\(\)$/.exec(what)?.[1]
  if (called !== undefined) return driver.roles[called]?.call
  const tagged = /^(.+)``$/.exec(what)?.[1]
  if (tagged !== undefined) return driver.roles[tagged]?.tag
  const dot = what.indexOf('.')
  return driver.roles[what.slice(0, dot)]?.members?.[what.slice(dot + 1)]
}

/** The shape of the result that the statement has. */
export function shapeOf(driver: Driver, what: string): string | undefined {
  const action = does(driver, what)
  return action?.do === 'send' || action?.do === 'rpc' ? action.shape : undefined
}
