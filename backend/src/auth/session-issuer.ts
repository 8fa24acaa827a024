// Issues the app token of a session (spec 2.2, 2.4; rules 5).
import { randomUUID } from 'node:crypto'
import { createAppToken } from '@rollcall/tokens/app-token'
import type { Session } from '@rollcall/contracts/domains/auth'
import { sessionUser, type CurrentUser } from './current-user.ts'

export type SessionIssuer = (user: CurrentUser) => Session

export function createSessionIssuer(secret: string, sessionSeconds: number): SessionIssuer {
  return (user) => {
    const iat = Math.floor(Date.now() / 1000)
    const { id, email, displayName, role, tokenVersion: ver } = user
    // Two sessions of one second are two tokens, so that signing out of one leaves the other.
    const jti = randomUUID()
    const claims = { sub: id, userId: id, email, displayName, role, ver, iat, exp: iat + sessionSeconds, jti }
    return { token: createAppToken(claims, secret), user: sessionUser(user), expiresIn: sessionSeconds }
  }
}
