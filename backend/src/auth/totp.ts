// Codes of an authenticator app (RFC 6238: SHA-1, 30 s, 6 digits), which every such app makes. Used by second-factors.ts. Why no library:
// docs/decisions/0057-second-factors.md.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const stepSeconds = 30
const digits = 6
/** Clocks of phones are off: the code before and the one after count as well. */
const stepsOff = [0, -1, 1] as const

/** 160 bits, as RFC 4226 recommends. */
export const newSecret = () => randomBytes(20)

export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

export const stepAt = (ms: number) => Math.floor(ms / 1000 / stepSeconds)

/** The step whose code this is; null: it is none of now. */
export function stepOfCode(secret: Buffer, code: string, nowMs: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const isCodeOf = (step: number) => timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))
  const steps = stepsOff.map((off) => stepAt(nowMs) + off).filter(isCodeOf)
  return steps[0] ?? null
}

/** What apps scan or are typed (RFC 4648 without padding). */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** What the QR code says. */
export function otpAddress(secret: Buffer, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const parameters = new URLSearchParams({ secret: base32(secret), issuer })
  // Apps read %20, not every one reads a plus sign.
  return `otpauth://totp/${label}?${parameters.toString().replaceAll('+', '%20')}`
}
