// Tokens in personal links: 32 random bytes for the holder, only their hash for us (rules 8 and 9). Whoever reads the database
// cannot make a link from it.
import { createHash, randomBytes } from 'node:crypto'

export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: tokenHashOf(token) }
}

export function tokenHashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
