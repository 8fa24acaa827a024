// Issues the app token of a session (spec 2.2, 2.4; decisions 5).
import { createAppToken } from '@rollcall/tokens/app-token'
import type { Session } from '@rollcall/contracts/domains/auth'
import { sessionUser, type CurrentUser } from './current-user.ts'

export type SessionIssuer = (user: CurrentUser) => Session

export function createSessionIssuer(secret: string, sessionSeconds: number): SessionIssuer {
  return (user) => {
    const iat = Math.floor(Date.now() / 1000)
    const { id, email, displayName, role, tokenVersion } = user
    const claims = { sub: id, userId: id, email, displayName, role, ver: tokenVersion, iat, exp: iat + sessionSeconds }
    return { token: createAppToken(claims, secret), user: sessionUser(user), expiresIn: sessionSeconds }
  }
}
