/** All rules, by name. */
import matchingUnlock from './matching-unlock.ts'
import noConstantKey from './no-constant-key.ts'
import noLockInRowScan from './no-lock-in-row-scan.ts'
import noNetworkCallWhileLocked from './no-network-call-while-locked.ts'
import noUncheckedTryLock from './no-unchecked-try-lock.ts'
import noUnlockAll from './no-unlock-all.ts'
import noVoidResult from './no-void-result.ts'
import requireDedicatedConnection from './require-dedicated-connection.ts'
import requireUnlock from './require-unlock.ts'

export const rules = {
  'matching-unlock': matchingUnlock,
  'no-constant-key': noConstantKey,
  'no-lock-in-row-scan': noLockInRowScan,
  'no-network-call-while-locked': noNetworkCallWhileLocked,
  'no-unchecked-try-lock': noUncheckedTryLock,
  'no-unlock-all': noUnlockAll,
  'no-void-result': noVoidResult,
  'require-dedicated-connection': requireDedicatedConnection,
  'require-unlock': requireUnlock,
}
