// The bearer token of a request becomes the current user, or the request is refused (spec 5.3, rules 1 and 5).
import { verifyAppToken } from '@rollcall/tokens/app-token'
import { Refusal } from '../http/refusal.ts'
import type { CurrentUser, UserLookup } from './current-user.ts'
import type { RevokedTokens } from './revoked-tokens.ts'

export type SignedIn = { readonly user: CurrentUser; readonly token: string; readonly expiresAt: Date }
export type Authenticate = (authorization: string | undefined) => Promise<SignedIn>

type Needs = { readonly secrets: readonly string[]; readonly lookup: UserLookup; readonly revoked: RevokedTokens }

export function createAuthenticate({ secrets, lookup, revoked }: Needs): Authenticate {
  return async (authorization) => {
    const token = /^Bearer ([^\s,]+)$/i.exec(authorization ?? '')?.[1]
    if (!token) throw new Refusal('unauthenticated')
    const verdict = verifyAppToken(token, secrets)
    if (!verdict.ok) throw new Refusal(verdict.reason === 'expired' ? 'token_expired' : 'unauthenticated')
    const { userId, ver, exp } = verdict.claims
    const [user, isRevoked] = await Promise.all([lookup.find(userId), revoked.has(token)])
    if (!user || user.tokenVersion !== ver || isRevoked) throw new Refusal('unauthenticated')
    return { user, token, expiresAt: new Date(verdict.format === 'jwt' ? exp * 1000 : exp) }
  }
}
