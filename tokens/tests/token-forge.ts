// Builds tokens that the room itself would never issue: any header, any payload text, any signature. Used by the tests only.
import { createHmac } from 'node:crypto'

export const secret = 'a1b2c3d4'.repeat(8)
export const nowMs = Date.UTC(2026, 10, 1, 12)
export const now = nowMs / 1000

export const appClaims = (changes: Record<string, unknown> = {}) => ({
  sub: 'u1',
  userId: 'u1',
  email: 'ada@example.com',
  displayName: 'Ada',
  role: 'viewer',
  ver: 3,
  iat: now,
  exp: now + 3600,
  ...changes,
})

export const legacyClaims = (changes: Record<string, unknown> = {}) =>
  appClaims({ iat: nowMs, exp: nowMs + 3_600_000, ...changes })

type Forged = { header?: unknown; payload?: unknown; key?: string; hash?: string }

const bytesOf = (part: unknown): Buffer =>
  Buffer.isBuffer(part) ? part : Buffer.from(typeof part === 'string' ? part : JSON.stringify(part))

/** Strings and buffers are used as they are, everything else as JSON. */
export function forgeJwt({ header = { alg: 'HS256' }, payload = appClaims(), key = secret, hash = 'sha256' }: Forged) {
  const signed = `${bytesOf(header).toString('base64url')}.${bytesOf(payload).toString('base64url')}`
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`
}

export function forgeLegacy({ payload = legacyClaims(), key = secret, hash = 'sha256' }: Forged) {
  const data = bytesOf(payload).toString('base64')
  return `${data}.${createHmac(hash, key).update(data).digest('hex')}`
}

/** A repeatable sequence of numbers below 1 (mulberry32), so that a failing mutation can be found again. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
