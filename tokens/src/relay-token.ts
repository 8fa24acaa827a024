// The relay token (spec 2.3; rules 7): issued by negotiate, verified by the relay. HS256 with the relay's own secret,
// one hour at most. Claims that would grant channels are not even read, but a token for one channel is none for a connection.
import { openJwt, signJwt } from './compact-jwt.ts'
import { claim } from './json-object.ts'
import { refuse, type Refusal } from './refusal.ts'
import { isExpiry, checkPeriod, toleratedSkewSeconds } from './validity-period.ts'

/** Seconds. A longer token is refused, however well it is signed. */
const maximumLifetime = 3600

/** Seconds. Issuer and relay may be machines of different owners, whose clocks are a minute and a half apart. */
const issuerSkew = 120

/** Characters of a user id; it is told to others and written to logs. */
const longestUser = 128

/** `iat` and `exp` in seconds. */
export type RelayClaims = { sub: string; iat: number; exp: number }

export type RelayTokenVerdict = { ok: true; claims: RelayClaims } | Refusal

export function createRelayToken({ sub, iat, exp }: RelayClaims, secret: string): string {
  if (sub === '') throw new TypeError('A relay token needs a user id.')
  if (!isExpiry(exp, 'seconds')) throw new RangeError('The expiry of this token must be in seconds since 1970.')
  return signJwt({ sub, iat, exp }, secret)
}

export function verifyRelayToken(token: string, secrets: readonly string[], nowMs = Date.now()): RelayTokenVerdict {
  const opened = openJwt(token, secrets)
  if (!opened.ok) return opened
  const [sub, iat, exp] = [claim(opened.claims, 'sub'), claim(opened.claims, 'iat'), claim(opened.claims, 'exp')]
  if (typeof sub !== 'string' || sub === '' || typeof iat !== 'number' || typeof exp !== 'number') {
    return refuse('malformed')
  }
  if (sub.length > longestUser || /\p{Cc}/u.test(sub) || claim(opened.claims, 'channel') !== undefined) {
    return refuse('malformed')
  }
  if (exp - iat > maximumLifetime + toleratedSkewSeconds) return refuse('malformed')
  const problem = checkPeriod(opened.claims, 'seconds', nowMs, issuerSkew)
  return problem ? refuse(problem) : { ok: true, claims: { sub, iat, exp } }
}
