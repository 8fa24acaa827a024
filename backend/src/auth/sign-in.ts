// Signing in with a password (spec 4.3, rules 5 and 8): five failures lock an account for 15 minutes, an unknown address looks
// and takes exactly like a wrong password. Where the account has a second factor, the right password is not enough. A passkey that made
// sure who holds it is both at once. Called by the auth handlers.
import type { PasskeyProof, Session } from '@rollcall/contracts/domains/auth'
import { noted } from '@rollcall/contracts/notes'
import type { Issue } from '@rollcall/contracts/problems'
import type { Database } from '../database/schema.ts'
import { Refusal, refuse } from '../http/refusal.ts'
import { loadUser, type UserLookup } from './current-user.ts'
import type { Passkeys } from './passkeys.ts'
import type { Passwords } from './passwords.ts'
import type { SecondFactors } from './second-factors.ts'
import type { SessionIssuer } from './session-issuer.ts'
import {
  findAccount,
  findAccountById,
  recordDenied,
  recordFailure,
  recordFirstFactor,
  recordSuccess,
  recordUnknown,
  type Account,
  type Origin,
} from './sign-in-queries.ts'

type Second = { code?: string | undefined; passkey?: PasskeyProof | undefined }
type Credentials = Second & { email: string; password: string }
export type SignIn = {
  withPassword(credentials: Credentials, origin: Origin): Promise<Session>
  withPasskey(proof: PasskeyProof, origin: Origin): Promise<Session>
}

type Needs = {
  db: Database
  passwords: Passwords
  lookup: UserLookup
  issue: SessionIssuer
  secondFactors: Pick<SecondFactors, 'spend'>
  passkeys: Pick<Passkeys, 'ownerOf' | 'spend'>
}

export function createSignIn({ db, passwords, lookup, issue, secondFactors, passkeys }: Needs): SignIn {
  /** Several at once: a right password that arrives after the lock, and the second use of a temporary one, are refused as well. */
  const refuseLate = async ({ email }: { email: string }, origin: Origin): Promise<never> => {
    const now = (await findAccount(db, email)) ?? null
    await recordDenied(db, origin, now)
    refuse(now?.isOver ? 'temporary_password_over' : 'account_locked')
  }
  /** Answers the name of the passkey, where it was one. */
  const proveSecond = async (account: Account, { code, passkey }: Second, origin: Origin): Promise<string | null> => {
    if (code !== undefined) {
      if (await secondFactors.spend(db, account.id, code)) return null
      await recordFailure(db, origin, account)
      refuse('wrong_code')
    }
    if (passkey !== undefined) {
      const name = await passkeys.spend(db, account.id, passkey, { alone: false })
      if (name !== null) return name
      await recordFailure(db, origin, account)
      refuse('wrong_passkey')
    }
    await recordFirstFactor(db, origin, account)
    throw new Refusal('second_factor_required', waysOf(account))
  }
  const refuseLocked = async (account: Account, origin: Origin): Promise<void> => {
    if (!account.locked) return
    await recordDenied(db, origin, account)
    refuse('account_locked')
  }
  const open = async (account: Account, origin: Origin, passkey: string | null): Promise<Session> => {
    if (!(await recordSuccess(db, origin, account, passkey))) await refuseLate(account, origin)
    lookup.forget(account.id)
    const user = await loadUser(db, account.id)
    return user ? issue(user, origin) : refuse('invalid_credentials')
  }
  return {
    async withPassword({ email, password, ...second }, origin) {
      const account = await findAccount(db, email)
      const matches = await passwords.matches(password, account?.passwordHash ?? null)
      if (!account) {
        await recordDenied(db, origin, null)
        // Locks in the same way, so that a lock does not tell that an account exists.
        refuse((await recordUnknown(db, email)) ? 'account_locked' : 'invalid_credentials')
      }
      await refuseLocked(account, origin)
      if (!matches) {
        await recordFailure(db, origin, account)
        refuse('invalid_credentials')
      }
      // Whoever knows it may be told what is wrong with it.
      if (account.isOver) await refuseLate(account, origin)
      const needsSecond = account.hasApp || account.hasPasskeys
      return open(account, origin, needsSecond ? await proveSecond(account, second, origin) : null)
    },
    async withPasskey(proof, origin) {
      const owner = await passkeys.ownerOf(db, proof)
      const account = owner === null ? undefined : await findAccountById(db, owner)
      if (!account) {
        await recordDenied(db, origin, null)
        refuse('wrong_passkey')
      }
      await refuseLocked(account, origin)
      const name = await passkeys.spend(db, account.id, proof, { alone: true })
      if (name === null) {
        await recordFailure(db, origin, account)
        refuse('wrong_passkey')
      }
      return open(account, origin, name)
    },
  }
}

/** Which fields would do; said to whoever knows the password. */
function waysOf({ hasApp, hasPasskeys }: Account): Issue[] {
  return [...(hasApp ? [noted('code', 'app_code')] : []), ...(hasPasskeys ? [noted('passkey', 'passkey')] : [])]
}
