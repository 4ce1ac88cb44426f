/** All rules, by name. */
import awaitLockedWork from './await-locked-work.ts'
import matchingUnlock from './matching-unlock.ts'
import noAbandonedAcquisition from './no-abandoned-acquisition.ts'
import noConstantKey from './no-constant-key.ts'
import noIgnoredLockError from './no-ignored-lock-error.ts'
import noLockInRowScan from './no-lock-in-row-scan.ts'
import noNetworkCallWhileLocked from './no-network-call-while-locked.ts'
import noRetryWithoutBackoff from './no-retry-without-backoff.ts'
import noUnboundedWorkWhileLocked from './no-unbounded-work-while-locked.ts'
import noUncheckedTryLock from './no-unchecked-try-lock.ts'
import noUnlockAll from './no-unlock-all.ts'
import noUnlockInTransaction from './no-unlock-in-transaction.ts'
import noVoidResult from './no-void-result.ts'
import preferXactLock from './prefer-xact-lock.ts'
import requireDedicatedConnection from './require-dedicated-connection.ts'
import requireLockTimeout from './require-lock-timeout.ts'
import requireTransaction from './require-transaction.ts'
import requireUnlock from './require-unlock.ts'
import sameConnection from './same-connection.ts'
import validKey from './valid-key.ts'

export const rules = {
  'await-locked-work': awaitLockedWork,
  'matching-unlock': matchingUnlock,
  'no-abandoned-acquisition': noAbandonedAcquisition,
  'no-constant-key': noConstantKey,
  'no-ignored-lock-error': noIgnoredLockError,
  'no-lock-in-row-scan': noLockInRowScan,
  'no-network-call-while-locked': noNetworkCallWhileLocked,
  'no-retry-without-backoff': noRetryWithoutBackoff,
  'no-unbounded-work-while-locked': noUnboundedWorkWhileLocked,
  'no-unchecked-try-lock': noUncheckedTryLock,
  'no-unlock-all': noUnlockAll,
  'no-unlock-in-transaction': noUnlockInTransaction,
  'no-void-result': noVoidResult,
  'prefer-xact-lock': preferXactLock,
  'require-dedicated-connection': requireDedicatedConnection,
  'require-lock-timeout': requireLockTimeout,
  'require-transaction': requireTransaction,
  'require-unlock': requireUnlock,
  'same-connection': sameConnection,
  'valid-key': validKey,
}
