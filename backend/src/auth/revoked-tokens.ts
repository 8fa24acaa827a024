// Tokens that were signed out (rules 5): they are refused from that moment on by every backend on the same database. Used by
// authenticate.ts; server.ts has it forget when accounts change.
import type { Database } from '../database/schema.ts'
import { tokenHashOf } from '../one-time-token.ts'
import { readRevoked } from './revoked-token-queries.ts'

export type RevokedTokens = {
  has(token: string): Promise<boolean>
  /** Somebody signed out: the next who asks reads anew. */
  forget(): void
}

/** For sign-outs that this backend was not told of. */
const keepMs = 5_000

export function createRevokedTokens(db: Database): RevokedTokens {
  let hashes: Promise<Set<string>> = Promise.resolve(new Set())
  let until = 0
  return {
    async has(token) {
      if (Date.now() >= until) {
        until = Date.now() + keepMs
        hashes = readRevoked(db)
        // A failed read must not be remembered.
        hashes.catch(() => (until = 0))
      }
      return (await hashes).has(tokenHashOf(token))
    },
    forget() {
      until = 0
    },
  }
}
