// Holds an emergency that goes on, for whoever writes a decision or an answer into it.
import type { Emergency } from '@rollcall/contracts/domains/emergency'
import type { DatabaseTransaction } from '../../database/schema.ts'
import { found, refuse } from '../../http/refusal.ts'
import { lockEmergency } from './emergency-queries.ts'

type ActiveEvent = Pick<Emergency, 'id' | 'triggeredAt'>

/** Nobody else changes this emergency until the transaction ends; one that is over is not changed at all. What was decided on the board
 * of a drill and arrives after it became real, such as a tap made without a connection, belongs to the emergency that it became. */
export async function lockActive(tx: DatabaseTransaction, id: string): Promise<ActiveEvent> {
  const event = found(await lockEmergency(tx, id))
  if (event.supersededBy !== null) return lockActive(tx, event.supersededBy)
  if (event.state === 'resolved') refuse('conflict')
  return event
}
