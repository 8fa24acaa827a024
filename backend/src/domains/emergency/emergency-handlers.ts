// Emergencies: trigger, change, resolve (spec 4.2 Emergency, decisions 9). A 2xx means committed; telling the pages comes after and
// never decides anything. Sending notifications to contacts is not built yet, so no attempt is recorded.
import type { Emergency, emergency, EmergencyTrigger } from '@rollcall/contracts/domains/emergency'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import type { DatabaseTransaction } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { found, refuse, refuseField } from '../../http/refusal.ts'
import {
  activeEmergencies,
  emergencyByKey,
  findEmergency,
  insertEmergency,
  insertScope,
  listEmergencies,
  lockEmergency,
  musterPointsOf,
  resolveEmergency,
  setMessage,
  setMusterPoints,
} from './emergency-queries.ts'
import type { AnnounceEmergency } from './announce-emergency.ts'
import { freezeRoster } from './muster-queries.ts'
import { addToTimeline, listEvents, listNotifications } from './timeline-queries.ts'

const resource = 'emergencies'

export function emergencyHandlers(announce: AnnounceEmergency): Handlers<typeof emergency, Context> {
  const trigger = async ({ body, context }: { body: z.output<typeof EmergencyTrigger>; context: Context }) => {
    const triggered = await context.change((tx) => triggerOnce(tx, body, context))
    announce(triggered)
    return triggered
  }
  return {
    list: ({ query, context }) => listEmergencies(context.db, query),
    create: trigger,
    trigger,
    active: ({ context }) => activeEmergencies(context.db),
    events: ({ query, context }) => listEvents(context.db, query),
    read: async ({ params, context }) => found(await findEmergency(context.db, params.id)),
    async change({ params: { id }, body, context }) {
      const changed = await context.change(async (tx) => {
        await lockEmergency(tx, id)
        const before = found(await findEmergency(tx, id))
        if (before.state === 'resolved') refuse('conflict')
        if (body.message !== undefined) await setMessage(tx, id, body.message)
        if (body.musterPoints !== undefined) await changeMusterPoints(tx, before, body.musterPoints)
        if (body.resolution !== undefined)
          await resolve(tx, before, body.resolution, body.confirmMissing ?? false, context)
        else
          await addToTimeline(tx, {
            emergencyId: id,
            type: 'changed',
            actor: context.user.displayName,
            text: 'The emergency was changed.',
          })
        const after = found(await findEmergency(tx, id))
        return { reply: after, record: { action: 'emergency.change', resource, entityId: id, before, after } }
      })
      announce(changed)
      return changed
    },
    async notifications({ params, query, context }) {
      found(await findEmergency(context.db, params.id))
      return listNotifications(context.db, params.id, query)
    },
  }
}

async function triggerOnce(tx: DatabaseTransaction, body: z.output<typeof EmergencyTrigger>, context: Context) {
  const id = await insertEmergency(tx, body, context.user)
  if (id === undefined) {
    const earlier = found(await emergencyByKey(tx, body.idempotencyKey ?? ''))
    return { reply: earlier, record: [] }
  }
  await insertScope(tx, id, body.scope.buildingIds)
  const points = await musterPointsOf(tx, body.musterPoints, body.scope.buildingIds)
  if (body.musterPoints.length > 0) refuseStrangePoints(points, body.musterPoints)
  await setMusterPoints(tx, id, points)
  const people = await freezeRoster(tx, id)
  const text = `${body.mode === 'live' ? 'Emergency' : body.mode === 'drill' ? 'Drill' : 'Test'} triggered; ${people} people on the roster.`
  await addToTimeline(tx, { emergencyId: id, type: 'triggered', actor: context.user.displayName, text })
  const after = found(await findEmergency(tx, id))
  return { reply: after, record: { action: 'emergency.trigger', resource, entityId: id, after } }
}

async function changeMusterPoints(
  tx: DatabaseTransaction,
  before: Emergency,
  wanted: readonly string[],
): Promise<void> {
  const points = await musterPointsOf(tx, wanted, before.scope.buildingIds)
  if (wanted.length > 0) refuseStrangePoints(points, wanted)
  await setMusterPoints(tx, before.id, points)
}

/** Ending an emergency while people are missing must be meant (decisions 9). */
async function resolve(
  tx: DatabaseTransaction,
  before: Emergency,
  resolution: NonNullable<Emergency['resolution']>,
  confirmed: boolean,
  context: Context,
): Promise<void> {
  const missing = before.counts.unknown + before.counts.needsHelp
  if (missing > 0 && !confirmed) refuse('conflict')
  await resolveEmergency(tx, before.id, resolution, context.user)
  const text =
    missing > 0 ? `Resolved with ${missing} people not accounted for.` : 'Resolved with everybody accounted for.'
  await addToTimeline(tx, { emergencyId: before.id, type: 'resolved', actor: context.user.displayName, text })
}

function refuseStrangePoints(points: readonly string[], wanted: readonly string[]): void {
  if (points.length !== new Set(wanted).size) refuseField('musterPoints', 'Names a zone that is not a muster point')
}
