// Begins an emergency inside a transaction: scope, muster points, frozen roster, timeline and messages to contacts (rules 9).
// Called by the trigger endpoints and by the weather service's own trigger.
import type { EmergencyTrigger } from '@rollcall/contracts/domains/emergency'
import type { z } from 'zod'
import type { DatabaseTransaction } from '../../database/schema.ts'
import { found, refuseField } from '../../http/refusal.ts'
import { addActivity } from '../activity/activity-queries.ts'
import {
  emergencyByKey,
  findEmergency,
  insertEmergency,
  insertScope,
  musterPointsOf,
  setMusterPoints,
} from './emergency-queries.ts'
import { freezeRoster, type ReceiversHearing } from './muster-queries.ts'
import { tellContactsBegan } from './tell-contacts.ts'
import { addToTimeline } from './timeline-queries.ts'

type Trigger = z.output<typeof EmergencyTrigger>
/** `id` null: nobody's account, such as the weather service. */
type Actor = { id: string | null; displayName: string }

export async function triggerEmergency(
  tx: DatabaseTransaction,
  body: Trigger,
  actor: Actor,
  receiversHearing: ReceiversHearing,
  channels?: readonly string[],
) {
  const id = await insertEmergency(tx, body, actor)
  if (id === undefined) {
    const earlier = found(await emergencyByKey(tx, body.idempotencyKey ?? ''))
    return { reply: earlier, record: [] }
  }
  await insertScope(tx, id, body.scope.buildingIds)
  const points = await musterPointsOf(tx, body.musterPoints, body.scope.buildingIds)
  if (body.musterPoints.length > 0) refuseOtherZones(points, body.musterPoints)
  await setMusterPoints(tx, id, points)
  const people = await freezeRoster(tx, id, receiversHearing)
  const text = `${body.mode === 'live' ? 'Emergency' : body.mode === 'drill' ? 'Drill' : 'Test'} triggered; ${people} people on the roster.`
  await addToTimeline(tx, { emergencyId: id, type: 'triggered', actor: actor.displayName, text })
  await addActivity(tx, { type: 'emergency', text: `${text} Scenario: ${body.scenario.replaceAll('_', ' ')}.` })
  const after = found(await findEmergency(tx, id))
  await tellContactsBegan(tx, after, channels && { channels })
  return { reply: after, record: { entityId: id, after } }
}

export function refuseOtherZones(points: readonly string[], requested: readonly string[]): void {
  if (points.length !== new Set(requested).size) refuseField('musterPoints', 'Names a zone that is not a muster point')
}
