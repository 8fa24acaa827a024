// A token that admits one user (or one client) to one channel, where the relay's configuration has them.
import type { Session } from './session.ts'

export type TokenOutcome = { expiresAt: number | null; info?: string } | 'none' | 'invalid' | 'expired' | 'mismatch'

/** `none`: there is no token, or tokens mean nothing here. `mismatch`: a good token, but not for this. */
export function readSubscriptionToken(session: Session, channel: string, token: string): TokenOutcome {
  const { subscription: verify } = session.context.authentication
  if (!verify || token === '') return 'none'
  const verdict = verify(token)
  if (!verdict.ok) return verdict.reason
  const isForThisClient = verdict.client === undefined || verdict.client === session.id
  if (verdict.channel !== channel || verdict.user !== session.user || !isForThisClient) return 'mismatch'
  return { expiresAt: verdict.expiresAt, info: verdict.info }
}
