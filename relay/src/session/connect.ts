// `connect` and `refresh`: who the client is and until when (spec 2.3, 5.5).
import { disconnects } from '../protocol/disconnects.ts'
import { errors } from '../protocol/errors.ts'
import type { Expiry } from '../protocol/messages.ts'
import type { Request } from './commands.ts'
import type { Session } from './session.ts'

export function connect(session: Session, { id, fields }: Request): void {
  const { limits, hub, metrics, verifyToken, version } = session.context
  const { token, name } = fields
  // There are no anonymous connections.
  if (typeof token !== 'string' || token === '') return session.disconnect(disconnects.badRequest)
  const verdict = verifyToken(token)
  if (!verdict.ok) {
    if (verdict.reason === 'invalid') return session.disconnect(disconnects.invalidToken)
    // Not a disconnect: on this error the client fetches a new token before it comes again.
    session.status = 'unusable'
    return session.fail(id, errors.tokenExpired)
  }
  if (limits.connectionsPerUser > 0 && hub.connectionsOf(verdict.user).size >= limits.connectionsPerUser) {
    return session.disconnect(disconnects.connectionLimit)
  }
  session.user = verdict.user
  session.expiresAt = verdict.expiresAt
  session.clientName = typeof name === 'string' ? name.slice(0, 32) : ''
  session.established()
  hub.identify(session)
  metrics.connected(session)
  const ping = Math.round(limits.pingInterval / 1000)
  session.reply({ id, connect: { client: session.id, version, ...expiryOf(verdict.expiresAt), ping, pong: true } })
}

export function refresh(session: Session, { id, fields }: Request): void {
  const { token } = fields
  if (typeof token !== 'string' || token === '') return session.disconnect(disconnects.badRequest)
  const verdict = session.context.verifyToken(token)
  if (!verdict.ok) {
    const isExpired = verdict.reason === 'expired'
    return session.disconnect(isExpired ? disconnects.connectionExpired : disconnects.invalidToken)
  }
  // A connection never changes hands.
  if (verdict.user !== session.user) return session.disconnect(disconnects.invalidToken)
  session.expiresAt = verdict.expiresAt
  session.reply({ id, refresh: expiryOf(verdict.expiresAt) })
}

/** At least a second, or the client would refresh in a tight loop. */
export function expiryOf(expiresAt: number | null): Expiry {
  if (expiresAt === null) return {}
  return { expires: true, ttl: Math.max(1, Math.floor((expiresAt - Date.now()) / 1000)) }
}
