// Encrypts what a cookie carries for us alone (rules 3): AES-256-GCM with a key derived from SESSION_SECRET. A value is bound
// to its purpose, so that one cookie cannot stand in for another, and carries its own end.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

export type Seal = {
  readonly close: (value: unknown, lifetimeSeconds: number) => string
  /** Null when it is not ours, was altered, or is over. Never throws. */
  readonly open: (text: string) => unknown
}

/** Far more than fits into a cookie; keeps a crafted value from inflating. */
const maxPlainBytes = 256 * 1024

/** The first secret closes; all open. */
export function createSeal(secrets: readonly string[], purpose: string, now: () => number): Seal {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', `rollcall ${purpose}`, 32)))
  return {
    close: (value, lifetimeSeconds) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keys[0]!, nonce)
      const plain = deflateRawSync(JSON.stringify({ until: now() + lifetimeSeconds * 1000, value }))
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url')
    },
    open: (text) => {
      for (const key of keys) {
        const opened = tryOpen(key, text)
        if (opened) return opened.until > now() ? opened.value : null
      }
      return null
    },
  }
}

function tryOpen(key: Buffer, text: string): { until: number; value: unknown } | null {
  try {
    const bytes = Buffer.from(text, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
    decipher.setAuthTag(bytes.subarray(-16))
    const plain = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
    const json = inflateRawSync(plain, { maxOutputLength: maxPlainBytes }).toString()
    return JSON.parse(json) as { until: number; value: unknown }
  } catch {
    return null
  }
}
