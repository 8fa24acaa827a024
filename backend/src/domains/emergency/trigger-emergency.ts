// Begins an emergency inside a transaction: scope, muster points, frozen roster, timeline and messages to contacts (rules 9); a live
// one takes over from drills and tests (take-over.ts), the same trigger sent twice begins one (emergency-key.ts).
// Called by the trigger endpoints and by the weather service's own trigger.
import type { Emergency, EmergencyTrigger } from '@rollcall/contracts/domains/emergency'
import { said, type Said } from '@rollcall/contracts/sentences'
import type { z } from 'zod'
import type { DatabaseTransaction } from '../../database/schema.ts'
import type { Changed } from '../../http/context.ts'
import { found, refuseField } from '../../http/refusal.ts'
import { addActivity } from '../activity/activity-queries.ts'
import { keepKey, triggeredBefore } from './emergency-key.ts'
import { findEmergency, insertEmergency, insertScope, musterPointsOf, setMusterPoints } from './emergency-queries.ts'
import { freezeRoster } from './muster-queries.ts'
import { carryOver, endTakenOver, toTakeOver } from './take-over.ts'
import { tellContactsBegan } from './tell-contacts.ts'
import { addToTimeline } from './timeline-queries.ts'
import { began, withScenario } from './timeline-words.ts'

type Trigger = z.output<typeof EmergencyTrigger>
/** `id` null: nobody's account, such as the weather service. */
type Actor = { id: string | null; displayName: string }

/** `ended`: the drills and tests it took over. `isNew` false: this very trigger was sent before. */
export type Triggered = {
  readonly emergency: Emergency
  readonly ended: readonly Emergency[]
  readonly isNew: boolean
}

export async function triggerEmergency(
  tx: DatabaseTransaction,
  body: Trigger,
  actor: Actor,
  channels?: readonly string[],
): Promise<Changed<Triggered>> {
  const earlier = await triggeredBefore(tx, body)
  if (earlier !== null) {
    const emergency = found(await findEmergency(tx, earlier))
    return { reply: { emergency, ended: [], isNew: false }, record: [] }
  }
  const drills = await toTakeOver(tx, body.mode, body.scope.buildingIds)
  const id = await insertEmergency(tx, body, actor)
  await keepKey(tx, body, id)
  if (drills.length > 0) await endTakenOver(tx, drills, id, actor)
  await insertScope(tx, id, body.scope.buildingIds)
  const points = await musterPointsOf(tx, body.musterPoints, body.scope.buildingIds)
  if (body.musterPoints.length > 0) refuseOtherZones(points, body.musterPoints)
  await setMusterPoints(tx, id, points)
  await freezeRoster(tx, id, body.scope.buildingIds)
  if (drills.length > 0) await carryOver(tx, drills, id)
  const after = found(await findEmergency(tx, id))
  const sentence = beginning(after, drills)
  await addToTimeline(tx, { emergencyId: id, type: 'triggered', actor: actor.displayName, said: sentence })
  await addActivity(tx, { type: 'emergency', said: withScenario(sentence, body.scenario) })
  // Whoever was told of the drill must hear that it became real, whatever is set for weather warnings.
  const only = channels && drills.length === 0 ? { channels } : {}
  await tellContactsBegan(tx, after, { takesOver: drills, ...only })
  const ended = await endedOf(tx, drills)
  const records = ended.map(({ before, after }) => ({
    action: 'emergency.supersede',
    entityId: after.id,
    before,
    after,
  }))
  return {
    reply: { emergency: after, ended: ended.map((drill) => drill.after), isNew: true },
    record: [{ entityId: id, after }, ...records],
  }
}

function beginning({ mode, counts }: Emergency, drills: readonly Emergency[]): Said {
  return drills.reduce(
    (text, drill) => said(drill.mode === 'test' ? 'took_over_test' : 'took_over_drill', { text }),
    began(mode, counts.total),
  )
}

async function endedOf(tx: DatabaseTransaction, drills: readonly Emergency[]) {
  const ended: { before: Emergency; after: Emergency }[] = []
  for (const before of drills) ended.push({ before, after: found(await findEmergency(tx, before.id)) })
  return ended
}

export function refuseOtherZones(points: readonly string[], requested: readonly string[]): void {
  if (points.length !== new Set(requested).size) refuseField('musterPoints', 'no_muster_point')
}
