// Password hashing (spec 5.3): bcrypt, off the event loop. An account that does not exist costs the same time as a wrong password.
import { randomBytes } from 'node:crypto'
import bcrypt from 'bcrypt'

export type Passwords = {
  hash(password: string): Promise<string>
  /** Null: there is nothing to compare with; takes as long and answers false. */
  matches(password: string, hash: string | null): Promise<boolean>
}

/** The cost of bcrypt, for whatever is not a test. */
export const passwordCost = 12

/** Of the four threads that Node has for such work. The others are for what must not wait behind a crowd that signs in, such as the
 * compression of a muster board. */
const mostAtOnce = 2

export function createPasswords(cost: number): Passwords {
  const inTurn = createTurns(mostAtOnce)
  const nobodys = bcrypt.hash(randomBytes(16).toString('hex'), cost)
  return {
    hash: (password) => inTurn(() => bcrypt.hash(password, cost)),
    async matches(password, hash) {
      const known = hash ?? (await nobodys)
      const same = await inTurn(() => bcrypt.compare(password, known))
      return same && hash !== null
    },
  }
}

/** So many at once, the others in the order in which they came. */
function createTurns(most: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/** For new accounts and resets: easy to read out, about 95 bits. */
export function temporaryPassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  // 248 = 8 × 31: larger bytes would favour the first letters.
  const letters = [...randomBytes(64)].filter((byte) => byte < 248).map((byte) => alphabet[byte % alphabet.length])
  return [0, 5, 10, 15].map((start) => letters.slice(start, start + 5).join('')).join('-')
}
