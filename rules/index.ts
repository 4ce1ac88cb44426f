/** All rules, by name. */
import noConstantKey from './no-constant-key.ts'
import noNetworkCallWhileLocked from './no-network-call-while-locked.ts'
import noUncheckedTryLock from './no-unchecked-try-lock.ts'
import requireDedicatedConnection from './require-dedicated-connection.ts'
import requireUnlock from './require-unlock.ts'

export const rules = {
  'no-constant-key': noConstantKey,
  'no-network-call-while-locked': noNetworkCallWhileLocked,
  'no-unchecked-try-lock': noUncheckedTryLock,
  'require-dedicated-connection': requireDedicatedConnection,
  'require-unlock': requireUnlock,
}
