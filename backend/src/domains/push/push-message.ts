// What a push notification says of an emergency: as short as a text message, and no name of anybody. For notify/push-outbox.ts.
import type { Database } from '../../database/schema.ts'
import type { WaitingPush } from '../../notify/push-queries.ts'
import type { PushMessage } from '../../notify/push-sender.ts'
import { localTimes, markOf, namesOf } from '../emergency/emergency-message.ts'
import { findEmergency, placesOf } from '../emergency/emergency-queries.ts'

/** Null: there is no such emergency any more. */
export async function pushMessageOf(db: Database, { emergencyId, about }: WaitingPush): Promise<PushMessage | null> {
  const emergency = await findEmergency(db, emergencyId)
  if (!emergency) return null
  const places = await placesOf(db, emergencyId)
  const what = `${emergency.scenario.replaceAll('_', ' ')} at ${namesOf(places)}`
  const tag = emergency.id
  if (about === 'began') {
    const body = `Since ${localTimes(emergency.triggeredAt, places)}. Open the board to see who is missing.`
    return { title: `${markOf(emergency)}: ${what}`, body, path: `/emergency/${emergency.id}`, tag }
  }
  const kind = emergency.mode === 'live' ? 'emergency' : emergency.mode
  const body = `Ended at ${localTimes(emergency.resolvedAt ?? emergency.triggeredAt, places)}.`
  return { title: `The ${kind} is over: ${what}`, body, path: `/emergency/${emergency.id}/report`, tag }
}
