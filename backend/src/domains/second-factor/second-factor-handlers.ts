// The second factor of one's own account (docs/accounts.md): an authenticator app, passkeys, recovery codes. Wrong codes and passwords count
// towards the lock of the account, as they do when signing in.
import type { secondFactor, SecondFactorProof } from '@rollcall/contracts/domains/second-factor'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import { deletePasskey, listPasskeys } from '../../auth/passkey-queries.ts'
import type { Passkeys } from '../../auth/passkeys.ts'
import type { Passwords } from '../../auth/passwords.ts'
import {
  confirmFactor,
  findFactor,
  readFactorState,
  removeApp,
  removeNeedlessCodes,
} from '../../auth/second-factor-queries.ts'
import type { SecondFactors } from '../../auth/second-factors.ts'
import { isLocked, recordFailure } from '../../auth/sign-in-queries.ts'
import type { Context } from '../../http/context.ts'
import { found, refuse } from '../../http/refusal.ts'
import { passwordHashOf } from '../auth/auth-queries.ts'
import { readSettings } from '../settings/settings-queries.ts'

type Needs = { passwords: Passwords; secondFactors: SecondFactors; passkeys: Passkeys }
type Proof = z.output<typeof SecondFactorProof>

export function secondFactorHandlers(needs: Needs): Handlers<typeof secondFactor, Context> {
  const { secondFactors } = needs
  const { prove, proveFirst, provePassword } = proofs(needs)
  const appInUse = async ({ db, user }: Context) => found((await findFactor(db, user.id))?.confirmedAt)
  return {
    async read({ context: { db, user } }) {
      const state = found(await readFactorState(db, user.id))
      return { ...state, passkeys: await listPasskeys(db, user.id), passkeysAt: needs.passkeys.origin }
    },
    async begin({ body, context }) {
      await provePassword(context, body.password)
      const { id, email: account } = context.user
      const { general } = await readSettings(context.db)
      return context.change(async (tx) => {
        const reply = await secondFactors.begin(tx, id, { issuer: general.organisation, account })
        return { reply, record: { entityId: id } }
      })
    },
    async confirm({ body, context }) {
      const { id } = context.user
      found(await findFactor(context.db, id))
      await proveFirst(context, body.code)
      return context.change(async (tx) => {
        if (!(await confirmFactor(tx, id))) refuse('conflict')
        return { reply: { recoveryCodes: await secondFactors.giveFirstCodes(tx, id) }, record: { entityId: id } }
      })
    },
    async renewCodes({ body, context }) {
      const { id } = context.user
      const { since } = found(await readFactorState(context.db, id))
      if (since === null && (await listPasskeys(context.db, id)).length === 0) refuse('not_found')
      await prove(context, body)
      return context.change(async (tx) => ({
        reply: { recoveryCodes: await secondFactors.giveRecoveryCodes(tx, id) },
        record: { entityId: id },
      }))
    },
    async remove({ body, context }) {
      await appInUse(context)
      await prove(context, body)
      return context.change(async (tx) => {
        if (!(await removeApp(tx, context.user.id))) refuse('not_found')
        return { reply: null, record: { entityId: context.user.id } }
      })
    },
    ...passkeyHandlers(needs, provePassword),
  }
}

type ProvePassword = (context: Context, password: string) => Promise<void>
type PasskeyHandlers = Pick<Handlers<typeof secondFactor, Context>, 'beginPasskey' | 'addPasskey' | 'removePasskey'>

function passkeyHandlers({ passkeys, secondFactors }: Needs, provePassword: ProvePassword): PasskeyHandlers {
  return {
    async beginPasskey({ body, context }) {
      await provePassword(context, body.password)
      const { user } = context
      const { general } = await readSettings(context.db)
      return context.change(async (tx) => ({
        reply: await passkeys.begin(tx, user, general.organisation),
        record: { entityId: user.id },
      }))
    },
    async addPasskey({ body, context }) {
      const { id } = context.user
      return context.change(async (tx) => {
        await passkeys.add(tx, id, body)
        const recoveryCodes = await secondFactors.giveFirstCodes(tx, id)
        return { reply: { recoveryCodes }, record: { entityId: id, after: { passkey: body.name } } }
      })
    },
    async removePasskey({ params, body, context }) {
      const { id } = context.user
      await provePassword(context, body.password)
      return context.change(async (tx) => {
        const name = found(await deletePasskey(tx, id, params.id))
        await removeNeedlessCodes(tx, id)
        return { reply: null, record: { entityId: id, before: { passkey: name } } }
      })
    },
  }
}

function proofs({ passwords, secondFactors, passkeys }: Needs) {
  const refuseLocked = async ({ db, user }: Context) => {
    if (await isLocked(db, user.id)) refuse('account_locked')
  }
  return {
    /** Refuses unless the code or the passkey is one of the account's; then it is used up. */
    async prove(context: Context, { code, passkey }: Proof) {
      const { db, user } = context
      await refuseLocked(context)
      if (code !== undefined && (await secondFactors.spend(db, user.id, code))) return
      if (passkey && (await passkeys.spend(db, user.id, passkey, { alone: false })) !== null) return
      await recordFailure(db, context, user)
      refuse(passkey ? 'wrong_passkey' : 'wrong_code')
    },
    /** Of the app that is being set up. */
    async proveFirst(context: Context, code: string) {
      await refuseLocked(context)
      if (await secondFactors.spendFirst(context.db, context.user.id, code)) return
      await recordFailure(context.db, context, context.user)
      refuse('wrong_code')
    },
    async provePassword(context: Context, password: string) {
      await refuseLocked(context)
      const hash = await passwordHashOf(context.db, context.user.id)
      // The identity provider asks for it, where it keeps the password.
      if (hash === null) refuse('conflict')
      if (await passwords.matches(password, hash)) return
      await recordFailure(context.db, context, context.user)
      refuse('invalid_credentials')
    },
  }
}
