// Signing in and out (spec 4.2 Auth, 4.3; decisions 2 and 5). `login` and `backendLogin` are one operation.
import type { auth } from '@rollcall/contracts/domains/auth'
import type { Handlers } from '@rollcall/contracts/endpoint'
import { loadUser, sessionUser, type UserLookup } from '../../auth/current-user.ts'
import type { Passwords } from '../../auth/passwords.ts'
import type { SessionIssuer } from '../../auth/session-issuer.ts'
import type { SignIn } from '../../auth/sign-in.ts'
import type { Context } from '../../http/context.ts'
import { refuse, refuseField } from '../../http/refusal.ts'
import { passwordHashOf, setPassword } from './auth-queries.ts'

type Needs = { signIn: SignIn; passwords: Passwords; lookup: UserLookup; issue: SessionIssuer }

export function authHandlers({ signIn, passwords, lookup, issue }: Needs): Handlers<typeof auth, Context> {
  return {
    login: ({ body, context }) => signIn(body, originOf(context)),
    backendLogin: ({ body, context }) => signIn(body, originOf(context)),
    // The token itself ends with its expiry; the server layer clears the cookies.
    logout: async () => null,
    me: async ({ context }) => sessionUser(context.user),
    async changePassword({ body, context }) {
      const { id } = context.user
      const current = await passwordHashOf(context.db, id)
      if (!(await passwords.matches(body.currentPassword, current))) refuse('invalid_credentials')
      if (body.newPassword === body.currentPassword) refuseField('newPassword', 'Choose a password you have not now')
      const hash = await passwords.hash(body.newPassword)
      await context.change(async (tx) => {
        await setPassword(tx, id, hash, { mustChange: false })
        return { reply: null, record: { action: 'auth.changePassword', resource: 'users', entityId: id } }
      })
      lookup.forget(id)
      const user = await loadUser(context.db, id)
      return user ? issue(user) : refuse('unauthenticated')
    },
  }
}

function originOf({ ip, method, requestId }: Context) {
  return { ip, method, requestId }
}
