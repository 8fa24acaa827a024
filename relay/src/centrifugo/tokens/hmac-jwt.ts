// Opens a JWT signed with HMAC as Centrifugo does: the token's header says which of the three hashes. Called by the reading of
// tokens for a relay with a configuration file; the product's own tokens know one hash only (rules 5, 7).
import { decodeBase64Url } from '@rollcall/tokens/canonical-text'
import { maximumTokenLength } from '@rollcall/tokens/compact-jwt'
import { isSignedByOneOf, type HmacHash } from '@rollcall/tokens/hmac'
import { claim, parseJsonObject, type JsonObject } from '@rollcall/tokens/json-object'

const hashes = new Map<unknown, HmacHash>([
  ['HS256', 'sha256'],
  ['HS384', 'sha384'],
  ['HS512', 'sha512'],
])

/** Null when it is not signed with one of the secrets. A claim that is null is absent. */
export function openHmacJwt(token: string, secrets: readonly string[]): JsonObject | null {
  if (token.length > maximumTokenLength) return null
  const [head = '', payload = '', signatureText = '', ...rest] = token.split('.', 4)
  const [headBytes, payloadBytes, signature] = [head, payload, signatureText].map(decodeBase64Url)
  if (!headBytes || !payloadBytes || !signature || rest.length > 0) return null
  const header = parseJsonObject(headBytes)
  const hash = header && hashes.get(claim(header, 'alg'))
  // `crit` names extensions that must be understood; none are.
  if (!hash || Object.hasOwn(header, 'crit')) return null
  const claims = isSignedByOneOf(`${head}.${payload}`, signature, secrets, hash) ? parseJsonObject(payloadBytes) : null
  return claims && Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null))
}
