// The second factor of one's own account (docs/accounts.md). Wrong codes and passwords count towards the lock of the account, as they do
// when signing in.
import type { secondFactor } from '@rollcall/contracts/domains/second-factor'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Passwords } from '../../auth/passwords.ts'
import { confirmFactor, findFactor, readFactorState, removeFactor } from '../../auth/second-factor-queries.ts'
import type { SecondFactors } from '../../auth/second-factors.ts'
import { isLocked, recordFailure } from '../../auth/sign-in-queries.ts'
import type { Context } from '../../http/context.ts'
import { found, refuse } from '../../http/refusal.ts'
import { passwordHashOf } from '../auth/auth-queries.ts'
import { readSettings } from '../settings/settings-queries.ts'

type Needs = { passwords: Passwords; secondFactors: SecondFactors }

export function secondFactorHandlers(needs: Needs): Handlers<typeof secondFactor, Context> {
  const { passwords, secondFactors } = needs
  /** Refuses unless the code is one of the account's; then it is used up. */
  const prove = async (context: Context, code: string) => {
    if (await isLocked(context.db, context.user.id)) refuse('account_locked')
    if (await secondFactors.spend(context.db, context.user.id, code)) return
    await recordFailure(context.db, context, context.user)
    refuse('wrong_code')
  }
  const inUse = async ({ db, user }: Context) => found((await findFactor(db, user.id))?.confirmedAt)
  const withNewCodes = (context: Context, isAllowed: (tx: Context['db']) => Promise<boolean>) =>
    context.change(async (tx) => {
      if (!(await isAllowed(tx))) refuse('conflict')
      const recoveryCodes = await secondFactors.giveRecoveryCodes(tx, context.user.id)
      return { reply: { recoveryCodes }, record: { entityId: context.user.id } }
    })
  return {
    read: async ({ context }) => found(await readFactorState(context.db, context.user.id)),
    async begin({ body, context }) {
      const { id, email: account } = context.user
      if (await isLocked(context.db, id)) refuse('account_locked')
      const hash = await passwordHashOf(context.db, id)
      // The identity provider asks for it, where it keeps the password.
      if (hash === null) refuse('conflict')
      if (!(await passwords.matches(body.password, hash))) {
        await recordFailure(context.db, context, context.user)
        refuse('invalid_credentials')
      }
      const { general } = await readSettings(context.db)
      return context.change(async (tx) => {
        const reply = await secondFactors.begin(tx, id, { issuer: general.organisation, account })
        return { reply, record: { entityId: id } }
      })
    },
    async confirm({ body, context }) {
      found(await findFactor(context.db, context.user.id))
      await prove(context, body.code)
      return withNewCodes(context, (tx) => confirmFactor(tx, context.user.id))
    },
    async renewCodes({ body, context }) {
      await inUse(context)
      await prove(context, body.code)
      return withNewCodes(context, async () => true)
    },
    async remove({ body, context }) {
      await inUse(context)
      await prove(context, body.code)
      return context.change(async (tx) => {
        if (!(await removeFactor(tx, context.user.id))) refuse('not_found')
        return { reply: null, record: { entityId: context.user.id } }
      })
    },
  }
}
