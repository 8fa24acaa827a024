// Signing in with a password (spec 4.3, rules 5 and 8): five failures lock an account for 15 minutes, an unknown address looks
// and takes exactly like a wrong password. Where the account has a second factor, the right password is not enough. Called by the
// auth handlers.
import type { Session } from '@rollcall/contracts/domains/auth'
import type { Database } from '../database/schema.ts'
import { refuse } from '../http/refusal.ts'
import { loadUser, type UserLookup } from './current-user.ts'
import type { Passwords } from './passwords.ts'
import type { SecondFactors } from './second-factors.ts'
import type { SessionIssuer } from './session-issuer.ts'
import {
  findAccount,
  recordDenied,
  recordFailure,
  recordFirstFactor,
  recordSuccess,
  recordUnknown,
  type Origin,
} from './sign-in-queries.ts'

type Credentials = { email: string; password: string; code?: string | undefined }
export type SignIn = (credentials: Credentials, origin: Origin) => Promise<Session>

type Needs = {
  db: Database
  passwords: Passwords
  lookup: UserLookup
  issue: SessionIssuer
  secondFactors: Pick<SecondFactors, 'spend'>
}

export function createSignIn({ db, passwords, lookup, issue, secondFactors }: Needs): SignIn {
  /** Several at once: a right password that arrives after the lock, and the second use of a temporary one, are refused as well. */
  const refuseLate = async ({ email }: { email: string }, origin: Origin): Promise<never> => {
    const now = (await findAccount(db, email)) ?? null
    await recordDenied(db, origin, now)
    refuse(now?.isOver ? 'temporary_password_over' : 'account_locked')
  }
  const proveSecond = async (
    account: { id: string; email: string; role: string },
    code: string | undefined,
    origin: Origin,
  ) => {
    if (code === undefined) {
      await recordFirstFactor(db, origin, account)
      refuse('second_factor_required')
    }
    if (await secondFactors.spend(db, account.id, code)) return
    await recordFailure(db, origin, account)
    refuse('wrong_code')
  }
  return async ({ email, password, code }, origin) => {
    const account = await findAccount(db, email)
    const matches = await passwords.matches(password, account?.passwordHash ?? null)
    if (!account) {
      await recordDenied(db, origin, null)
      // Locks in the same way, so that a lock does not tell that an account exists.
      refuse((await recordUnknown(db, email)) ? 'account_locked' : 'invalid_credentials')
    }
    if (account.locked) {
      await recordDenied(db, origin, account)
      refuse('account_locked')
    }
    if (!matches) {
      await recordFailure(db, origin, account)
      refuse('invalid_credentials')
    }
    // Whoever knows it may be told what is wrong with it.
    if (account.isOver) await refuseLate(account, origin)
    if (account.hasSecondFactor) await proveSecond(account, code, origin)
    if (!(await recordSuccess(db, origin, account))) await refuseLate(account, origin)
    lookup.forget(account.id)
    const user = await loadUser(db, account.id)
    return user ? issue(user, origin) : refuse('invalid_credentials')
  }
}
