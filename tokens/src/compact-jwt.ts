// Standard JWT, compact form, HS256 only (spec 2.2, rules 5). Called by the app token and the relay token.
// The signature is checked first, over the received text; nothing unsigned reaches the JSON parser.
import { decodeBase64Url } from './canonical-text.ts'
import { hmacSha256, isSignedByOneOf } from './hmac.ts'
import { claim, parseJsonObject, type JsonObject } from './json-object.ts'
import { refuse, type Refusal } from './refusal.ts'

/** A request's header block is limited to about as much; everything longer is refused unread. */
export const maximumTokenLength = 16 * 1024

const ownHeader = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' }))
const header = ownHeader.toString('base64url')

export function signJwt(claims: object, secret: string): string {
  const signed = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
  return `${signed}.${hmacSha256(signed, secret).toString('base64url')}`
}

export function openJwt(token: string, secrets: readonly string[]): { ok: true; claims: JsonObject } | Refusal {
  if (typeof token !== 'string' || token.length > maximumTokenLength) return refuse('malformed')
  const [headerText, payloadText, signatureText, ...rest] = token.split('.', 4)
  if (headerText === undefined || payloadText === undefined || signatureText === undefined || rest.length > 0) {
    return refuse('malformed')
  }
  // Nearly every token has the header that we write ourselves.
  const headerBytes = headerText === header ? ownHeader : decodeBase64Url(headerText)
  const payloadBytes = decodeBase64Url(payloadText)
  const signature = decodeBase64Url(signatureText)
  if (!headerBytes || !payloadBytes || !signature) return refuse('malformed')
  if (!isSignedByOneOf(`${headerText}.${payloadText}`, signature, secrets)) return refuse('bad_signature')
  if (headerBytes !== ownHeader && !isAcceptable(headerBytes)) return refuse('malformed')
  const claims = parseJsonObject(payloadBytes)
  return claims ? { ok: true, claims } : refuse('malformed')
}

/** `crit` names extensions we must understand; we understand none (RFC 7515, 4.1.11). */
function isAcceptable(headerBytes: Buffer): boolean {
  const joseHeader = parseJsonObject(headerBytes)
  return joseHeader !== null && claim(joseHeader, 'alg') === 'HS256' && !Object.hasOwn(joseHeader, 'crit')
}
