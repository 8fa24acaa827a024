// Proof that an identity-provider exchange comes from our server layer (rules 3): the server layer signs the login body,
// the backend refuses `okta: true` without it. The backend remembers the nonce, so that one assertion acts once.
import { randomBytes } from 'node:crypto'
import { decodeBase64Url } from './canonical-text.ts'
import { hmacSha256, isSignedByOneOf } from './hmac.ts'
import { refuse, type Refusal } from './refusal.ts'

/** Either side of the signing time: an assertion is old after it, and a clock may be ahead by it. */
const lifetimeMs = 60_000

export type ExchangeVerdict = { ok: true; nonce: string } | Refusal

/** Header value `v1.<time in ms>.<nonce>.<signature>`. */
export function signExchange(bodyText: string, secret: string, nowMs = Date.now()): string {
  const nonce = randomBytes(16).toString('base64url')
  const signature = hmacSha256(signedText(String(nowMs), nonce, bodyText), secret)
  return `v1.${nowMs}.${nonce}.${signature.toString('base64url')}`
}

/** `secrets`: the current one and, during a rotation, the one before. */
export function verifyExchange(
  value: string,
  bodyText: string,
  secrets: readonly string[],
  nowMs = Date.now(),
): ExchangeVerdict {
  if (typeof value !== 'string' || value.length > 256) return refuse('malformed')
  const [version, time = '', nonce = '', signatureText = '', ...rest] = value.split('.')
  const signature = decodeBase64Url(signatureText)
  if (version !== 'v1' || rest.length > 0 || !/^[1-9]\d{12,14}$/.test(time) || !signature) return refuse('malformed')
  if (decodeBase64Url(nonce)?.length !== 16) return refuse('malformed')
  if (!isSignedByOneOf(signedText(time, nonce, bodyText), signature, secrets)) return refuse('bad_signature')
  if (nowMs >= Number(time) + lifetimeMs) return refuse('expired')
  if (Number(time) > nowMs + lifetimeMs) return refuse('not_yet_valid')
  return { ok: true, nonce }
}

/** Time and nonce contain no line break, so the parts cannot be shifted into each other. */
function signedText(time: string, nonce: string, bodyText: string): string {
  return `exchange v1\n${time}\n${nonce}\n${bodyText}`
}
