// The app token (spec 2.2, 5.5; rules 5): issued by the backend at login, verified by the server layer and the backend.
// Two formats: the standard JWT (three parts, `exp` in seconds) and the backend's legacy form (two parts, `exp` in ms).
import { decodeBase64, decodeHex } from './canonical-text.ts'
import { maximumTokenLength, openJwt, signJwt } from './compact-jwt.ts'
import { hmacSha256, isSignedByOneOf } from './hmac.ts'
import { claim, parseJsonObject, type JsonObject } from './json-object.ts'
import { refuse, type Refusal } from './refusal.ts'
import { isExpiry, checkPeriod, type TimeUnit } from './validity-period.ts'

export type AppClaims = {
  /** Equal to `userId`. */
  sub: string
  userId: string
  email: string
  displayName: string
  role: string
  /** The user's token version; the backend refuses a token whose version is behind (rules 5). */
  ver: number
  /** Seconds in a JWT, milliseconds in a legacy token; so is `exp`. */
  iat?: number
  exp: number
}

export type AppTokenVerdict = { ok: true; claims: AppClaims; format: 'jwt' | 'legacy' } | Refusal

export function createAppToken(claims: AppClaims, secret: string, options: { now?: number } = {}): string {
  requireExpiry(claims.exp, 'seconds')
  const issuedAt = claims.iat ?? Math.floor((options.now ?? Date.now()) / 1000)
  return signJwt({ ...claims, iat: issuedAt }, secret)
}

export function createLegacyToken(claims: AppClaims, secret: string): string {
  requireExpiry(claims.exp, 'milliseconds')
  const data = Buffer.from(JSON.stringify(claims)).toString('base64')
  return `${data}.${hmacSha256(data, secret).toString('hex')}`
}

/** Several secrets during a rotation: the current one and the previous ones. Never throws. */
export function verifyAppToken(token: string, secrets: readonly string[], nowMs = Date.now()): AppTokenVerdict {
  if (typeof token !== 'string' || token.length > maximumTokenLength) return refuse('malformed')
  const isLegacy = token.split('.', 4).length === 2
  const opened = isLegacy ? openLegacy(token, secrets) : openJwt(token, secrets)
  if (!opened.ok) return opened
  const problem = checkPeriod(opened.claims, isLegacy ? 'milliseconds' : 'seconds', nowMs)
  if (problem) return refuse(problem)
  const claims = readClaims(opened.claims)
  return claims ? { ok: true, claims, format: isLegacy ? 'legacy' : 'jwt' } : refuse('malformed')
}

function openLegacy(token: string, secrets: readonly string[]): { ok: true; claims: JsonObject } | Refusal {
  const [dataText = '', signatureText = ''] = token.split('.')
  const data = decodeBase64(dataText)
  const signature = decodeHex(signatureText)
  if (!data || !signature) return refuse('malformed')
  if (!isSignedByOneOf(dataText, signature, secrets)) return refuse('bad_signature')
  const claims = parseJsonObject(data)
  return claims ? { ok: true, claims } : refuse('malformed')
}

/**
 * Copies the known claims into a fresh object; others never leave this room. Older tokens may lack all but an identity,
 * a role and an expiry: a missing version is 0, which stays valid only until the user's version is raised.
 */
function readClaims(claims: JsonObject): AppClaims | null {
  const text = (name: string): string | undefined | null => {
    const value = claim(claims, name)
    return value === undefined || typeof value === 'string' ? value : null
  }
  const [sub, userId, email, displayName, role] = ['sub', 'userId', 'email', 'displayName', 'role'].map(text)
  if (sub === null || userId === null || email === null || displayName === null) return null
  const version = claim(claims, 'ver') ?? 0
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 0) return null
  const identity = userId ?? sub
  if (!identity || !role) return null
  return {
    sub: sub ?? identity,
    userId: identity,
    email: email ?? '',
    displayName: displayName ?? '',
    role,
    ver: version,
    iat: claim(claims, 'iat') as number | undefined,
    exp: claim(claims, 'exp') as number,
  }
}

function requireExpiry(expiry: number, unit: TimeUnit): void {
  if (!isExpiry(expiry, unit)) throw new RangeError(`The expiry of this token must be in ${unit} since 1970.`)
}
