/** `pg_advisory_unlock_all()` takes along the locks of whoever else uses the session. */
import { createRule } from '../src/create-rule.ts'

export default createRule({
  name: 'no-unlock-all',
  description: 'Disallow pg_advisory_unlock_all() on a session that others use',
  docs: {
    finding: '`pg_advisory_unlock_all()` on a connection that others use.',
    example: "`await pool.query('SELECT pg_advisory_unlock_all()')`",
  },
  recommended: true,
  messages: {
    pooled:
      '`pg_advisory_unlock_all()` through a pool frees all locks of whichever session it reaches. They may be those of another request, and yours may stay: keep one connection, and unlock each key by pg_advisory_unlock.',
    lent: '`pg_advisory_unlock_all()` also frees the locks that the caller took on this connection. Unlock the keys that were taken here, by pg_advisory_unlock.',
  },
})
