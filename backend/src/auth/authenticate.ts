// The bearer token of a request becomes the current user, or the request is refused (spec 5.3, decisions 1 and 5).
import { verifyAppToken } from '@rollcall/tokens/app-token'
import { Refusal } from '../http/refusal.ts'
import type { CurrentUser, UserLookup } from './current-user.ts'

export type Authenticate = (authorization: string | undefined) => Promise<CurrentUser>

export function createAuthenticate(secrets: readonly string[], lookup: UserLookup): Authenticate {
  return async (authorization) => {
    const token = /^Bearer ([^\s,]+)$/i.exec(authorization ?? '')?.[1]
    if (!token || token === 'null' || token === 'undefined') throw new Refusal('unauthenticated')
    const verdict = verifyAppToken(token, secrets)
    if (!verdict.ok) throw new Refusal(verdict.reason === 'expired' ? 'token_expired' : 'unauthenticated')
    const user = await lookup.find(verdict.claims.userId)
    if (!user || user.tokenVersion !== verdict.claims.ver) throw new Refusal('unauthenticated')
    return user
  }
}
