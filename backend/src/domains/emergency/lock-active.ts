// Holds an emergency that goes on, for whoever writes a decision or an answer into it.
import type { Emergency } from '@rollcall/contracts/domains/emergency'
import type { DatabaseTransaction } from '../../database/schema.ts'
import { found, refuse } from '../../http/refusal.ts'
import { lockEmergency } from './emergency-queries.ts'

type ActiveEvent = Pick<Emergency, 'id' | 'triggeredAt'>

/** As long as phones keep what was tapped without a connection (web/app: kept-store.ts). */
const lateMs = 30 * 24 * 60 * 60_000

/**
 * Nobody else changes this emergency until the transaction ends. One that is over takes only what was decided before it ended and was
 * on its way, such as a tap made without a connection: `decidedAt`. What was decided on the board of a drill and arrives after it
 * became real belongs to the emergency that it became.
 */
export async function lockActive(tx: DatabaseTransaction, id: string, decidedAt?: string): Promise<ActiveEvent> {
  const event = found(await lockEmergency(tx, id))
  if (event.supersededBy !== null) return lockActive(tx, event.supersededBy, decidedAt)
  if (event.state === 'resolved' && !isOnTime(event.resolvedAt, decidedAt)) refuse('emergency_over')
  return event
}

function isOnTime(resolvedAt: string | null, decidedAt: string | undefined): boolean {
  const end = Date.parse(resolvedAt ?? '')
  return decidedAt !== undefined && Date.parse(decidedAt) <= end && Date.now() - end < lateMs
}
