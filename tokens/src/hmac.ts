// HMAC and its constant-time check, the only signature there is (spec 2.2). Called by every token format: the product's own know
// SHA-256 alone, the relay also reads Centrifugo's with its two longer hashes.
// Secrets are the raw UTF-8 bytes of the string: a value of 64 hex digits is 64 bytes, never decoded (rules 5).
import { createHmac, timingSafeEqual } from 'node:crypto'

export type HmacHash = 'sha256' | 'sha384' | 'sha512'

export function hmacSha256(text: string, secret: string): Buffer {
  if (secret === '') throw new TypeError('A token cannot be signed with an empty secret.')
  return hmac('sha256', text, secret)
}

function hmac(hash: HmacHash, text: string, secret: string): Buffer {
  return createHmac(hash, secret).update(text, 'utf8').digest()
}

/** Tries every secret, also after a match, so that the time tells neither which one matched nor where bytes differ. */
export function isSignedByOneOf(
  text: string,
  signature: Buffer,
  secrets: readonly string[],
  hash: HmacHash = 'sha256',
): boolean {
  let matched = false
  for (const secret of secrets) {
    // An unset previous secret arrives as '': it must never verify anything.
    if (secret === '') continue
    const expected = hmac(hash, text, secret)
    if (expected.length === signature.length && timingSafeEqual(expected, signature)) matched = true
  }
  return matched
}
