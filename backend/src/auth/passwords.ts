// Password hashing (spec 5.3): bcrypt, off the event loop. An account that does not exist costs the same time as a wrong password.
import { randomBytes } from 'node:crypto'
import bcrypt from 'bcrypt'

export type Passwords = {
  hash(password: string): Promise<string>
  /** Null: there is nothing to compare with; takes as long and answers false. */
  matches(password: string, hash: string | null): Promise<boolean>
}

export function createPasswords(cost: number): Passwords {
  const nobodys = bcrypt.hash(randomBytes(16).toString('hex'), cost)
  return {
    hash: (password) => bcrypt.hash(password, cost),
    async matches(password, hash) {
      const same = await bcrypt.compare(password, hash ?? (await nobodys))
      return same && hash !== null
    },
  }
}

/** For new accounts and resets: easy to read out, about 95 bits. */
export function temporaryPassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  // 248 = 8 × 31: larger bytes would favour the first letters.
  const letters = [...randomBytes(64)].filter((byte) => byte < 248).map((byte) => alphabet[byte % alphabet.length])
  return [0, 5, 10, 15].map((start) => letters.slice(start, start + 5).join('')).join('-')
}
