// Seals small secrets for the database (rules 8: IRKs encrypted at rest): AES-256-GCM with a key derived from SEAL_SECRET for this one
// purpose. During a rotation what the previous secret sealed can still be opened, and is sealed anew at the start.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export type Seal = {
  seal(plain: Buffer): Buffer
  /** Throws when no key fits or the bytes were changed. */
  open(sealed: Buffer): Buffer
  /** Sealed anew with the first secret; null: it is so already, or nothing opens it. */
  anew(sealed: Buffer): Buffer | null
}

const nonceBytes = 12
const tagBytes = 16

/** The first secret seals; all open. */
export function createSeal(secrets: readonly string[], purpose: string): Seal {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', `rollcall ${purpose}`, 32)))
  const seal: Seal = {
    seal(plain) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', keys[0]!, nonce)
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(sealed) {
      for (const key of keys) {
        const opened = tryOpen(key, sealed)
        if (opened) return opened
      }
      throw new Error('Sealed with another key, or changed')
    },
    anew(sealed) {
      if (tryOpen(keys[0]!, sealed)) return null
      const before = keys.map((key) => tryOpen(key, sealed)).find((plain) => plain !== null)
      return before ? seal.seal(before) : null
    },
  }
  return seal
}

function tryOpen(key: Buffer, sealed: Buffer): Buffer | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
    decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
  } catch {
    return null
  }
}
