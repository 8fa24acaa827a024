// A live emergency over an active drill or test takes over in the transaction of its trigger: the drill ends, what was decided in it
// stands (rules 9); tell-contacts.ts says that it became real. Called by trigger-emergency.ts.
import type { Emergency } from '@rollcall/contracts/domains/emergency'
import { said } from '@rollcall/contracts/sentences'
import type { DatabaseTransaction } from '../../database/schema.ts'
import { found, refuse } from '../../http/refusal.ts'
import { addActivity } from '../activity/activity-queries.ts'
import { findEmergency } from './emergency-queries.ts'
import {
  carryAnswers,
  carryRosters,
  carrySweeps,
  carryTimeline,
  lockActiveIn,
  lockPlaces,
  supersede,
} from './take-over-queries.ts'
import { addToTimeline } from './timeline-queries.ts'

type Actor = { id: string | null; displayName: string }

/** The drills and tests that a trigger for these buildings ends; refuses where something stands that it must not end. */
export async function toTakeOver(
  tx: DatabaseTransaction,
  mode: Emergency['mode'],
  buildingIds: readonly string[],
): Promise<Emergency[]> {
  await lockPlaces(tx, buildingIds)
  const active = await lockActiveIn(tx, buildingIds)
  if (active.some((other) => mode !== 'live' || other.mode === 'live')) refuse('active_event_exists')
  const drills: Emergency[] = []
  for (const { id } of active) drills.push(found(await findEmergency(tx, id)))
  return drills
}

/** Before the live one gets its buildings, which only one emergency may have. */
export async function endTakenOver(
  tx: DatabaseTransaction,
  drills: readonly Emergency[],
  liveId: string,
  actor: Actor,
): Promise<void> {
  const ids = drills.map(({ id }) => id)
  await supersede(tx, ids, liveId, actor)
  for (const { id, mode } of drills) {
    const sentence = said(mode === 'test' ? 'became_real_test' : 'became_real_drill')
    await addToTimeline(tx, { emergencyId: id, type: 'resolved', actor: actor.displayName, said: sentence })
    await addActivity(tx, { type: 'emergency', said: sentence })
  }
}

/** After the live roster was frozen. */
export async function carryOver(tx: DatabaseTransaction, drills: readonly Emergency[], liveId: string): Promise<void> {
  const ids = drills.map(({ id }) => id)
  await carryRosters(tx, ids, liveId)
  await carryTimeline(tx, liveId)
  await carrySweeps(tx, ids, liveId)
  await carryAnswers(tx, ids, liveId)
}
