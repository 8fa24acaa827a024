// Which pages may connect (spec 5.5). A wrong list shows in browsers only as "transport closed" and retries for ever, so
// refused origins are counted and logged (spec 7: "admin UI shows zero clients, check allowed origins").
import type { Log } from '../log.ts'
import { globToRegExp } from './glob.ts'

/** Browsers send less; longer ones are refused unread. */
const maximumOriginLength = 300

/** Distinct refused origins remembered; they are chosen by strangers. */
const maximumRemembered = 100

const logAgainAfter = 60_000

export type AllowedOrigins = ReturnType<typeof createAllowedOrigins>

/** A bare host name stands for its https origin. Null when the pattern is not well formed. */
export function originPattern(text: string): RegExp | null {
  const isBareHost = !text.includes('://') && text !== '*' && text !== 'null'
  return globToRegExp(isBareHost ? `https://${text}` : text)
}

export function createAllowedOrigins(
  patterns: readonly RegExp[],
  allowsMissing: boolean,
  log: Pick<Log, 'warn'>,
  onRefusal: () => void,
) {
  const refused = new Map<string, { count: number; loggedAt: number; lastAt: number }>()

  function refuse(origin: string): void {
    onRefusal()
    const entry = refused.get(origin) ?? { count: 0, loggedAt: 0, lastAt: 0 }
    entry.count++
    if (refused.has(origin) || refused.size < maximumRemembered) refused.set(origin, entry)
    const now = Date.now()
    entry.lastAt = now
    if (now - entry.loggedAt < logAgainAfter || !refused.has(origin)) return
    entry.loggedAt = now
    log.warn({ origin, times: entry.count }, 'refused a connection: its origin is not in RELAY_ALLOWED_ORIGINS')
  }

  return {
    /** Since the start, most refused first. */
    refused: () =>
      [...refused]
        .map(([origin, { count, lastAt }]) => ({ origin, count, lastAt }))
        .toSorted((one, other) => other.count - one.count),
    /** No Origin header means no browser; such a client still needs its token. */
    allows(origin: string | null): boolean {
      if (origin === null) {
        if (!allowsMissing) refuse('(none)')
        return allowsMissing
      }
      const lower = origin.toLowerCase()
      if (lower.length <= maximumOriginLength && patterns.some((pattern) => pattern.test(lower))) return true
      refuse(lower.slice(0, maximumOriginLength))
      return false
    },
  }
}
