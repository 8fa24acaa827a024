// Signing in and out (spec 4.2 Auth, 4.3; rules 2 and 5). `login` and `backendLogin` are one operation.
import type { auth } from '@rollcall/contracts/domains/auth'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Authenticate, SignedIn } from '../../auth/authenticate.ts'
import { loadUser, sessionUser } from '../../auth/current-user.ts'
import { refuseCommon } from '../../auth/common-passwords.ts'
import type { DeviceKeys } from '../../auth/device-keys.ts'
import { askForLink, spendPasswordLink, whoseLink } from '../../auth/password-link-queries.ts'
import type { Passkeys } from '../../auth/passkeys.ts'
import type { PasswordMail } from './password-mail.ts'
import type { Passwords } from '../../auth/passwords.ts'
import { insertRevoked } from '../../auth/revoked-token-queries.ts'
import type { SessionIssuer } from '../../auth/session-issuer.ts'
import { endSession, forgetSession, listSessions } from '../../auth/session-queries.ts'
import type { SignIn } from '../../auth/sign-in.ts'
import type { Context } from '../../http/context.ts'
import { Refusal, refuse, refuseField } from '../../http/refusal.ts'
import { tokenHashOf } from '../../one-time-token.ts'
import type { DisconnectUser } from '../../realtime/disconnect-user.ts'
import { passwordHashOf, setPassword } from './auth-queries.ts'

type Needs = {
  signIn: SignIn
  passkeys: Pick<Passkeys, 'origin' | 'challenge'>
  passwords: Passwords
  issue: SessionIssuer
  deviceKeys: DeviceKeys
  authenticate: Authenticate
  disconnect: DisconnectUser
  passwordMail: Pick<PasswordMail, 'byMail' | 'work'>
}

export function authHandlers(needs: Needs): Handlers<typeof auth, Context> {
  const { signIn, passkeys, passwords, issue, disconnect } = needs
  return {
    login: ({ body, context }) => signIn.withPassword(body, originOf(context)),
    backendLogin: ({ body, context }) => signIn.withPassword(body, originOf(context)),
    passkeyChallenge: async () => passkeys.challenge(),
    passkeyLogin: ({ body, context }) => signIn.withPasskey(body.passkey, originOf(context)),
    methods: async () => ({ passwordByMail: needs.passwordMail.byMail, passkeysAt: passkeys.origin }),
    async forgotPassword({ body, context }) {
      if (!needs.passwordMail.byMail) refuse('mail_not_configured')
      await context.change(async (tx) => {
        await askForLink(tx, body.email)
        return { reply: null, record: { entityId: null } }
      })
      void needs.passwordMail.work.run()
      return null
    },
    async resetPassword({ body, context }) {
      const tokenHash = tokenHashOf(body.token)
      const account = (await whoseLink(context.db, tokenHash)) ?? refuse('password_link_over')
      refuseCommon('newPassword', body.newPassword, account)
      const hash = await passwords.hash(body.newPassword)
      const actor = { actorId: account.id, actorEmail: account.email, actorRole: account.role }
      await context.change(async (tx) => {
        if (!(await spendPasswordLink(tx, account.id, tokenHash))) refuse('password_link_over')
        await setPassword(tx, account.id, hash, { mustChange: false })
        return { reply: null, record: { entityId: account.id } }
      }, actor)
      disconnect(account.id, 'for_good')
      return null
    },
    // Without a session there is nothing to end, and that is what was asked for.
    async logout({ context }) {
      const session = await needs.authenticate(context.authorization).catch(nobody)
      if (session) await signOut(session, context, needs)
      return null
    },
    me: async ({ context }) => sessionUser(context.user),
    deviceKey: async ({ context }) => needs.deviceKeys(context.user.id),
    sessions: ({ context }) => listSessions(context.db, context.user.id, hashOfCaller(context)),
    async endSession({ params, context }) {
      const { id } = context.user
      await context.change(async (tx) => {
        if (!(await endSession(tx, id, params.id))) refuse('not_found')
        return { reply: null, record: { entityId: params.id } }
      })
      disconnect(id, 'may_return')
      return null
    },
    async changePassword({ body, context }) {
      const { id } = context.user
      const current = await passwordHashOf(context.db, id)
      if (!(await passwords.matches(body.currentPassword, current))) refuse('invalid_credentials')
      if (body.newPassword === body.currentPassword) refuseField('newPassword', 'password_same')
      refuseCommon('newPassword', body.newPassword, context.user)
      const hash = await passwords.hash(body.newPassword)
      await context.change(async (tx) => {
        await setPassword(tx, id, hash, { mustChange: false })
        return { reply: null, record: { entityId: id } }
      })
      disconnect(id, 'may_return')
      const user = await loadUser(context.db, id)
      return user ? issue(user, context) : refuse('unauthenticated')
    },
  }
}

function hashOfCaller({ authorization = '' }: Context): string {
  return tokenHashOf(authorization.slice('Bearer '.length))
}

/** This session only: the account's others go on, with their relay connections made anew. */
async function signOut({ user, token, expiresAt }: SignedIn, context: Context, needs: Needs): Promise<void> {
  const row = { tokenHash: tokenHashOf(token), expiresAt }
  const actor = { actorId: user.id, actorEmail: user.email, actorRole: user.role }
  await context.change(async (tx) => {
    await insertRevoked(tx, row)
    await forgetSession(tx, row.tokenHash)
    return { reply: null, record: { entityId: user.id } }
  }, actor)
  needs.disconnect(user.id, 'may_return')
}

/** A token that is not accepted is nobody's; anything else went wrong. */
function nobody(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}

function originOf({ ip, method, requestId, userAgent }: Context) {
  return { ip, method, requestId, userAgent }
}
