// The login of the operators' page: one password, throttled; a signed token that lives in the page's memory and comes back in
// a header of its own, so that no other page can use it and proxies with their own authorization do not get in its way.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createKeyCheck } from '../publish-api/api-key.ts'

const tokenLifetime = 12 * 3600 * 1000

/** So many wrong passwords from one address within the period, and it has to wait for its end. */
const attempts = 5
const period = 15 * 60 * 1000

/** Addresses remembered. When there are more, nobody new may try until the period is over. */
const maximumAddresses = 1000

export type LoginVerdict = { token: string } | { refused: 'wrong' | 'too many' }

export function createAdminLogin(password: string, now: () => number = Date.now) {
  const isPassword = createKeyCheck([password])
  // A restart logs everybody out.
  const key = randomBytes(32)
  const failures = new Map<string, { count: number; endsAt: number }>()

  function isBlocked(address: string): boolean {
    for (const [failed, { endsAt }] of failures) if (endsAt <= now()) failures.delete(failed)
    const failed = failures.get(address)
    return failed ? failed.count >= attempts : failures.size >= maximumAddresses
  }

  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')

  return {
    login(given: string, address: string): LoginVerdict {
      if (isBlocked(address)) return { refused: 'too many' }
      if (!isPassword(given)) {
        const failed = failures.get(address) ?? { count: 0, endsAt: now() + period }
        failures.set(address, { ...failed, count: failed.count + 1 })
        return { refused: 'wrong' }
      }
      failures.delete(address)
      const expiry = String(now() + tokenLifetime)
      return { token: `${expiry}.${sign(expiry)}` }
    },
    isToken(token: string | null): boolean {
      const [expiry = '', signature = '', ...more] = (token ?? '').split('.', 3)
      const [given, expected] = [Buffer.from(signature), Buffer.from(sign(expiry))]
      if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return false
      return Number(expiry) > now()
    },
  }
}
