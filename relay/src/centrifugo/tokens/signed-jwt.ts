// Opens a signed JWT as Centrifugo does: the token's header says by which of the algorithms that the configuration has keys for. Called
// by the reading of tokens for a relay with a configuration file; the product's own tokens know one only (rules 5, 7).
import type { KeyObject } from 'node:crypto'
import { decodeBase64Url } from '@rollcall/tokens/canonical-text'
import { maximumTokenLength } from '@rollcall/tokens/compact-jwt'
import { isSignedByOneOf, type HmacHash } from '@rollcall/tokens/hmac'
import { claim, parseJsonObject, type JsonObject } from '@rollcall/tokens/json-object'
import { isSignedByKey } from './public-keys.ts'

const hashes = new Map<unknown, HmacHash>([
  ['HS256', 'sha256'],
  ['HS384', 'sha384'],
  ['HS512', 'sha512'],
])

/** What a signature is checked with. With `fromEndpoint`, nothing else counts. */
export type Keys = {
  secrets: readonly string[]
  publicKeys: readonly KeyObject[]
  /** The key that the token names; `later` while it is being fetched. */
  fromEndpoint: ((kid: unknown, algorithm: unknown) => KeyObject | 'later' | null) | null
}

/** Null when it is not signed with one of the keys. A claim that is null is absent. */
export function openSignedJwt(token: string, keys: Keys): JsonObject | 'later' | null {
  if (token.length > maximumTokenLength) return null
  const [head = '', payload = '', signatureText = '', ...rest] = token.split('.', 4)
  const [headBytes, payloadBytes, signature] = [head, payload, signatureText].map(decodeBase64Url)
  if (!headBytes || !payloadBytes || !signature || rest.length > 0) return null
  const header = parseJsonObject(headBytes)
  // `crit` names extensions that must be understood; none are.
  if (!header || Object.hasOwn(header, 'crit')) return null
  const isSigned = hasSignature(header, `${head}.${payload}`, signature, keys)
  if (isSigned === 'later') return 'later'
  const claims = isSigned ? parseJsonObject(payloadBytes) : null
  return claims && Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null))
}

function hasSignature(header: JsonObject, text: string, signature: Buffer, keys: Keys): boolean | 'later' {
  const algorithm = claim(header, 'alg')
  if (keys.fromEndpoint) {
    const key = keys.fromEndpoint(claim(header, 'kid'), algorithm)
    return key === 'later' ? 'later' : key !== null && isSignedByKey(text, signature, algorithm, key)
  }
  const hash = hashes.get(algorithm)
  if (hash) return isSignedByOneOf(text, signature, keys.secrets, hash)
  return keys.publicKeys.some((key) => isSignedByKey(text, signature, algorithm, key))
}
