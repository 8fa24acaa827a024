// Signatures by public keys: RSA, ECDSA and Ed25519. A key serves only the algorithms of its own kind and curve, whatever the token
// asks for. Used by the reading of tokens and by the settings.
import { createPublicKey, verify, type KeyObject } from 'node:crypto'

type Algorithm = { hash: string | null; type: string; curve?: string }

const algorithms = new Map<unknown, Algorithm>([
  ['RS256', { hash: 'sha256', type: 'rsa' }],
  ['RS384', { hash: 'sha384', type: 'rsa' }],
  ['RS512', { hash: 'sha512', type: 'rsa' }],
  ['ES256', { hash: 'sha256', type: 'ec', curve: 'prime256v1' }],
  ['ES384', { hash: 'sha384', type: 'ec', curve: 'secp384r1' }],
  ['ES512', { hash: 'sha512', type: 'ec', curve: 'secp521r1' }],
  ['EdDSA', { hash: null, type: 'ed25519' }],
])

/** Shorter RSA keys can be broken. */
const fewestBits = 2048

export function isSignedByKey(text: string, signature: Buffer, name: unknown, key: KeyObject): boolean {
  const algorithm = algorithms.get(name)
  if (!algorithm || algorithm.type !== key.asymmetricKeyType) return false
  if (algorithm.curve && key.asymmetricKeyDetails?.namedCurve !== algorithm.curve) return false
  return verify(algorithm.hash, Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, signature)
}

/** Of a PEM text or a JWK; null when it is none, or one that must not be trusted. */
export function readPublicKey(source: string | Record<string, unknown>, type?: 'rsa' | 'ec'): KeyObject | null {
  try {
    const key = typeof source === 'string' ? createPublicKey(source) : createPublicKey({ key: source, format: 'jwk' })
    const isKnown = [...algorithms.values()].some((one) => one.type === key.asymmetricKeyType)
    const isShort = key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) < fewestBits
    return isKnown && !isShort && (!type || key.asymmetricKeyType === type) ? key : null
  } catch {
    return null
  }
}
