// Tokens that were signed out (rules 5): they are refused from that moment on, here at once and by other backends on the same
// database within seconds. Used by authenticate.ts and the sign-out.
import type { Database } from '../database/schema.ts'
import { tokenHashOf } from '../one-time-token.ts'
import { readRevoked, type Revoked } from './revoked-token-queries.ts'

export type RevokedTokens = {
  has(token: string): Promise<boolean>
  /** After its row was committed. */
  add(revoked: Revoked): void
}

/** Other backends on the same database learn of a sign-out after this long at most. */
const keepMs = 5_000

export function createRevokedTokens(db: Database): RevokedTokens {
  let known: Promise<Set<string>> = Promise.resolve(new Set())
  let until = 0
  return {
    async has(token) {
      if (Date.now() >= until) {
        until = Date.now() + keepMs
        known = readRevoked(db)
        // A failed read must not be remembered.
        known.catch(() => (until = 0))
      }
      return (await known).has(tokenHashOf(token))
    },
    add({ tokenHash }) {
      const before = known
      known = before.then((hashes) => hashes.add(tokenHash))
      known.catch(() => (until = 0))
    },
  }
}
