// Ends the relay connections of an account whose session ended (rules 5). Like publishing it never blocks and never throws: a
// relay that is down has no connections to end, and a relay token lives an hour at most.
import type { FastifyBaseLogger } from 'fastify'
import type { RelayCall } from './relay-call.ts'

/**
 * `for_good`: the account may not come back with what it has, so that the client library gives up. `may_return`: one session of
 * several was signed out; the pages of the others connect again by themselves.
 */
export type DisconnectUser = (userId: string, how: 'for_good' | 'may_return') => void

/** The relay's own words for these two (Centrifugo's disconnect codes). */
const disconnects = {
  for_good: { code: 3503, reason: 'force disconnect' },
  may_return: { code: 3011, reason: 'force reconnect' },
} as const

/** Null: no relay is configured. */
export function createDisconnectUser(call: RelayCall | null, log: FastifyBaseLogger): DisconnectUser {
  return (user, how) => {
    if (call === null) return
    call('disconnect', { user, disconnect: disconnects[how] }).catch((error: unknown) =>
      log.warn({ code: 'disconnect_failed', err: error }, 'The relay was not told that a session ended.'),
    )
  }
}
