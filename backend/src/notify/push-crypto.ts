// How a push message is sealed for one browser (RFC 8291, RFC 8188) and signed as ours (VAPID, RFC 8292). By node:crypto: the usual
// package brings seventeen others along for these lines, and an HTTP client without our time limits. Used by push-sender.ts.
import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign, type ECDH } from 'node:crypto'

/** Base64url, as a browser gives them. */
export type BrowserKeys = { readonly p256dh: string; readonly auth: string }
/** Of this installation, base64url. */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string }

const curve = 'prime256v1'
/** One record is enough: what we say is short. */
const recordBytes = 4096

/** `sender` and `salt` are new for every message; tests give those of the RFC. */
export function sealForBrowser(
  text: string,
  { p256dh, auth }: BrowserKeys,
  sender: ECDH = newSender(),
  salt: Buffer = randomBytes(16),
): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url')
  const ours = sender.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const shared = hkdfSync('sha256', sender.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)
  const derived = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(shared), salt, `Content-Encoding: ${purpose}\0`, bytes))
  const cipher = createCipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
  // 2: the last record.
  const body = Buffer.concat([
    cipher.update(text),
    cipher.update(Buffer.from([2])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  const header = Buffer.alloc(21)
  salt.copy(header)
  header.writeUInt32BE(recordBytes, 16)
  header.writeUInt8(ours.length, 20)
  return Buffer.concat([header, ours, body])
}

function newSender(): ECDH {
  const sender = createECDH(curve)
  sender.generateKeys()
  return sender
}

export function newVapidKeys(): VapidKeys {
  const pair = newSender()
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') }
}

const lastsSeconds = 12 * 60 * 60

/** The `Authorization` header for a push service. `subject`: whom its operators may write to. */
export function vapidHeader(endpoint: string, { publicKey, privateKey }: VapidKeys, subject: string, now = Date.now()) {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y, d: privateKey } })
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1000) + lastsSeconds, sub: subject }
  const signed = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return `vapid t=${signed}.${signature}, k=${publicKey}`
}
