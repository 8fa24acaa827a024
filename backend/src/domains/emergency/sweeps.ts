// A part of the building is being searched, was searched, or is open again (rules 9): the newest word stands, a line of the timeline,
// the audit record. The caller holds the emergency's lock.
import type { Emergency } from '@rollcall/contracts/domains/emergency'
import type { Sweep, SweepRequest } from '@rollcall/contracts/domains/muster'
import { said } from '@rollcall/contracts/sentences'
import type { z } from 'zod'
import type { DatabaseTransaction } from '../../database/schema.ts'
import type { Changed } from '../../http/context.ts'
import { refuse, refuseField } from '../../http/refusal.ts'
import { clampDecidedAt, compareDecisions } from './decision.ts'
import { nextVersion } from './muster-queries.ts'
import { findSweep, placeToSweep, writeSweep } from './sweep-queries.ts'
import { addToTimeline } from './timeline-queries.ts'

type Event = Pick<Emergency, 'id' | 'triggeredAt'>

export async function sweep(
  tx: DatabaseTransaction,
  { id, triggeredAt }: Event,
  asked: z.output<typeof SweepRequest>,
  by: string,
): Promise<Changed<Sweep>> {
  const { floorId, zoneId, state, note = null } = asked
  const place = await placeToSweep(tx, id, asked)
  if (!place) refuseField('floorId', 'not_of_emergency')
  if (zoneId !== null && place.zoneFloorId !== floorId) refuseField('zoneId', 'not_of_floor')
  const before = await findSweep(tx, id, asked)
  if (before) {
    const verdict = compareDecisions({ ...before, status: before.state }, { ...asked, status: state, note })
    if (verdict === 'decided_since') refuse('decided_since')
    if (verdict === 'same') return { reply: before, record: [] }
  }
  const now = Date.now()
  const arrivedAt = new Date(now).toISOString()
  const decidedAt = clampDecidedAt(asked.decidedAt, triggeredAt, now)
  const after = { floorId, zoneId, state, by, decidedAt, at: arrivedAt, note }
  await writeSweep(tx, id, after, await nextVersion(tx, id))
  const zone = place.zoneName ?? said('outside_zones')
  const values = { zone, floor: place.floorName, state: said(`sweep_${state}`) }
  const sentence = note ? said('swept_note', { ...values, note }) : said('swept', values)
  await addToTimeline(tx, { emergencyId: id, type: 'searched', actor: by, said: sentence, at: decidedAt, arrivedAt })
  return { reply: after, record: { entityId: id, before: before ?? null, after } }
}
