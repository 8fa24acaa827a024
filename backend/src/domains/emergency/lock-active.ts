// Holds an emergency that goes on, for whoever writes a decision or an answer into it.
import type { Emergency } from '@rollcall/contracts/domains/emergency'
import type { DatabaseTransaction } from '../../database/schema.ts'
import { found, refuse } from '../../http/refusal.ts'
import { lockEmergency } from './emergency-queries.ts'

export type ActiveEvent = Pick<Emergency, 'id' | 'triggeredAt'>
type Held = ActiveEvent & Pick<Emergency, 'state' | 'resolvedAt'>

/** As long as phones keep what was tapped without a connection (web/app: kept-store.ts). */
const lateMs = 30 * 24 * 60 * 60_000

/** Nobody else changes this emergency until the transaction ends. One that is over takes only what `isOpenFor` lets pass. */
export async function lockActive(tx: DatabaseTransaction, id: string, decidedAt?: string): Promise<ActiveEvent> {
  const event = await lockCurrent(tx, id)
  if (!isOpenFor(event, decidedAt)) refuse('emergency_over')
  return event
}

/** What was decided on the board of a drill and arrives after it became real belongs to the emergency that it became. */
export async function lockCurrent(tx: DatabaseTransaction, id: string): Promise<Held> {
  const event = found(await lockEmergency(tx, id))
  return event.supersededBy === null ? event : lockCurrent(tx, event.supersededBy)
}

/** After its end: only for what was decided before it and was on its way, such as a tap made without a connection. */
export function isOpenFor({ state, resolvedAt }: Held, decidedAt: string | undefined): boolean {
  if (state !== 'resolved') return true
  const end = Date.parse(resolvedAt ?? '')
  return decidedAt !== undefined && Date.parse(decidedAt) <= end && Date.now() - end < lateMs
}
