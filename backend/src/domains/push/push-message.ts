// What a push notification says of an emergency: as short as a text message, and no name of anybody. For notify/push-outbox.ts.
import type { Database } from '../../database/schema.ts'
import type { WaitingPush } from '../../notify/push-queries.ts'
import type { PushMessage } from '../../notify/push-sender.ts'
import { localTimes, markOf, whatOf } from '../emergency/emergency-message.ts'
import { findEmergency, placesOf } from '../emergency/emergency-queries.ts'
import { sayFor } from '../settings/settings-queries.ts'

/** Null: there is no such emergency any more. */
export async function pushMessageOf(db: Database, { emergencyId, about }: WaitingPush): Promise<PushMessage | null> {
  const emergency = await findEmergency(db, emergencyId)
  if (!emergency) return null
  const places = await placesOf(db, emergencyId)
  const say = await sayFor(db)
  const { id: tag, mode, triggeredAt, resolvedAt } = emergency
  const what = whatOf(say, emergency, places)
  if (about === 'began') {
    const body = say('pushBegan', { time: localTimes(say, triggeredAt, places) })
    return { title: say('headline', { mark: markOf(say, emergency), what }), body, path: `/emergency/${tag}`, tag }
  }
  const body = say('pushEnded', { time: localTimes(say, resolvedAt ?? triggeredAt, places) })
  return { title: say(`pushOver_${mode}`, { what }), body, path: `/emergency/${tag}/report`, tag }
}
