// A token that admits one user (or one client) to one channel, where the relay's configuration has them.
import type { SubscriptionGrant } from '../authentication/authentication.ts'
import type { Session } from './session.ts'

export type ChannelGrant = Pick<SubscriptionGrant, 'expiresAt' | 'info' | 'data' | 'overrides'>
export type TokenOutcome = ChannelGrant | 'none' | 'invalid' | 'expired' | 'later' | 'mismatch'

/** `none`: there is no token, or tokens mean nothing here. `mismatch`: a good token, but not for this. */
export function readSubscriptionToken(session: Session, channel: string, token: string): TokenOutcome {
  const { subscription: verify } = session.context.authentication
  if (!verify || token === '') return 'none'
  const verdict = verify(token)
  if (!verdict.ok) return verdict.reason
  const isForThisClient = verdict.client === undefined || verdict.client === session.id
  if (verdict.channel !== channel || verdict.user !== session.user || !isForThisClient) return 'mismatch'
  const { expiresAt, info, data, overrides } = verdict
  return { expiresAt, info, data, overrides }
}
