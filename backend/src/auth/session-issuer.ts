// Begins a session: its app token (spec 2.2, 2.4; rules 5) and the row by which it is listed and ended.
import { randomUUID } from 'node:crypto'
import { createAppToken } from '@rollcall/tokens/app-token'
import type { Session } from '@rollcall/contracts/domains/auth'
import type { Database } from '../database/schema.ts'
import { tokenHashOf } from '../one-time-token.ts'
import { sessionUser, type CurrentUser } from './current-user.ts'
import { insertSession } from './session-queries.ts'
import type { Origin } from './sign-in-queries.ts'

export type SessionIssuer = (user: CurrentUser, from: Pick<Origin, 'ip' | 'userAgent'>) => Promise<Session>

/** What a browser calls itself is cut to this. */
const longestUserAgent = 300

export function createSessionIssuer(db: Database, secret: string, sessionSeconds: number): SessionIssuer {
  return async (user, { ip: address, userAgent }) => {
    const iat = Math.floor(Date.now() / 1000)
    const exp = iat + sessionSeconds
    const { id, email, displayName, role, tokenVersion: ver } = user
    // Two sessions of one second are two tokens, so that signing out of one leaves the other.
    const jti = randomUUID()
    const claims = { sub: id, userId: id, email, displayName, role, ver, iat, exp, jti }
    const token = createAppToken(claims, secret)
    await insertSession(db, {
      id: jti,
      userId: id,
      tokenHash: tokenHashOf(token),
      tokenVersion: ver,
      expiresAt: new Date(exp * 1000),
      address,
      userAgent: userAgent.slice(0, longestUserAgent),
    })
    return { token, user: sessionUser(user), expiresIn: sessionSeconds }
  }
}
