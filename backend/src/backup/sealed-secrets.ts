// The installation's secrets within a backup: encrypted with a key made from a passphrase (scrypt, AES-256-GCM), because whoever holds
// them can sign tokens. Without the passphrase a backup is restored, and everybody signs in anew.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'

export const secretsName = 'secrets.sealed.json'
export const shortestPassphrase = 12

/** About a quarter of a second and 64 MB for each guess. */
const cost = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 } as const
const Sealed = z.object({
  format: z.literal(1),
  salt: z.base64(),
  nonce: z.base64(),
  tag: z.base64(),
  sealed: z.base64(),
})

export async function seal(text: string, passphrase: string): Promise<string> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const parts = { salt, nonce, tag: cipher.getAuthTag(), sealed }
  const written = Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64')])
  return JSON.stringify({ format: 1, ...Object.fromEntries(written) })
}

export async function unseal(text: string, passphrase: string): Promise<string> {
  const { salt, nonce, tag, sealed } = Sealed.parse(JSON.parse(text))
  const bytes = (part: string) => Buffer.from(part, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', await keyOf(passphrase, bytes(salt)), bytes(nonce))
  decipher.setAuthTag(bytes(tag))
  try {
    return Buffer.concat([decipher.update(bytes(sealed)), decipher.final()]).toString('utf8')
  } catch {
    throw new Error('The passphrase does not open the secrets of this backup.')
  }
}

const derive = promisify(scrypt) as (secret: string, salt: Buffer, bytes: number, cost: object) => Promise<Buffer>
const keyOf = (passphrase: string, salt: Buffer) => derive(passphrase.normalize('NFKC'), salt, 32, cost)
