// Checks `exp`, `nbf` and `iat` (rules 5): expired on or after `exp` without leeway; issue times may lie a little ahead.
import { claim, type JsonObject } from './json-object.ts'
import type { RefusalReason } from './refusal.ts'

/** Clocks of two machines may differ by this much. */
export const toleratedSkewSeconds = 60

/** As seconds the year 5138, as milliseconds the year 1973: on which side a time lies tells its unit. */
const unitBoundary = 1e11

export type TimeUnit = 'seconds' | 'milliseconds'

export function isExpiry(value: unknown, unit: TimeUnit): value is number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return false
  return unit === 'seconds' ? value < unitBoundary : value >= unitBoundary
}

/** Answers why the claims are not valid now, or null. */
export function checkPeriod(
  claims: JsonObject,
  unit: TimeUnit,
  nowMs: number,
  skewSeconds = toleratedSkewSeconds,
): RefusalReason | null {
  const perUnit = unit === 'seconds' ? 1000 : 1
  const expiry = claim(claims, 'exp')
  if (!isExpiry(expiry, unit)) return 'malformed'
  for (const name of ['nbf', 'iat']) {
    const start = claim(claims, name)
    if (start === undefined) continue
    if (typeof start !== 'number' || !Number.isFinite(start)) return 'malformed'
    if (start * perUnit > nowMs + skewSeconds * 1000) return 'not_yet_valid'
  }
  return nowMs >= expiry * perUnit ? 'expired' : null
}
