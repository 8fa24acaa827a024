// Emergencies: trigger, change, resolve (spec 4.2 Emergency, rules 9). A 2xx means committed; telling the pages comes after and
// never decides anything. Contacts are told through the outbox (notify/outbox.ts).
import type { Emergency, emergency, EmergencyTrigger } from '@rollcall/contracts/domains/emergency'
import type { Handlers } from '@rollcall/contracts/endpoint'
import { said } from '@rollcall/contracts/sentences'
import type { z } from 'zod'
import type { DatabaseTransaction } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { found, refuse } from '../../http/refusal.ts'
import { listMessages } from '../../notify/message-queries.ts'
import { addActivity } from '../activity/activity-queries.ts'
import type { AnnounceEmergency } from './announce-emergency.ts'
import {
  activeEmergencies,
  findEmergency,
  listEmergencies,
  lockEmergency,
  musterPointsOf,
  resolveEmergency,
  setMessage,
  setMusterPoints,
} from './emergency-queries.ts'
import { nextVersion } from './muster-queries.ts'
import { refuseOtherBuildings, refuseOthersEmergency } from './own-emergency.ts'
import { keepOutcomes } from './roster.ts'
import { tellContactsEnded } from './tell-contacts.ts'
import { addToTimeline, listEvents, listNotifications } from './timeline-queries.ts'
import { ended, withScenario } from './timeline-words.ts'
import { refuseOtherZones, triggerEmergency } from './trigger-emergency.ts'

type Needs = {
  announce: AnnounceEmergency
  wakeOutbox: () => void
}

export function emergencyHandlers({ announce, wakeOutbox }: Needs): Handlers<typeof emergency, Context> {
  const trigger = async ({ body, context }: { body: z.output<typeof EmergencyTrigger>; context: Context }) => {
    refuseOtherBuildings(context, body.scope.buildingIds)
    const change = () => context.change((tx) => triggerEmergency(tx, body, context.user))
    const { emergency, ended, isNew } = await change()
    if (!isNew) {
      context.answeredBefore()
      return emergency
    }
    for (const changed of [emergency, ...ended]) announce(changed)
    wakeOutbox()
    return emergency
  }
  return {
    list: ({ query, context }) => listEmergencies(context.db, query),
    create: trigger,
    trigger,
    active: ({ context }) => activeEmergencies(context.db),
    events: ({ query, context }) => listEvents(context.db, query),
    read: async ({ params, context }) => found(await findEmergency(context.db, params.id)),
    async change({ params: { id }, body, context }) {
      await refuseOthersEmergency(context, id)
      const changed = await context.change(async (tx) => {
        await lockEmergency(tx, id)
        const before = found(await findEmergency(tx, id))
        // One that goes beyond their buildings is not theirs to change or to end.
        refuseOtherBuildings(context, before.scope.buildingIds)
        context.refuseIfChanged(before)
        if (before.state === 'resolved') refuse('conflict')
        await nextVersion(tx, id)
        if (body.message !== undefined) await setMessage(tx, id, body.message)
        if (body.musterPoints !== undefined) await changeMusterPoints(tx, before, body.musterPoints)
        if (body.resolution !== undefined)
          await resolve(tx, before, body.resolution, body.confirmMissing ?? false, context)
        else
          await addToTimeline(tx, {
            emergencyId: id,
            type: 'changed',
            actor: context.user.displayName,
            said: said('emergency_changed'),
          })
        const after = found(await findEmergency(tx, id))
        if (after.state === 'resolved') {
          await keepOutcomes(tx, id)
          await tellContactsEnded(tx, after)
        }
        return { reply: after, record: { entityId: id, before, after } }
      })
      announce(changed)
      wakeOutbox()
      return changed
    },
    async notifications({ params, query, context }) {
      found(await findEmergency(context.db, params.id))
      return listNotifications(context.db, params.id, query)
    },
    async messages({ params, query, context }) {
      found(await findEmergency(context.db, params.id))
      return listMessages(context.db, params.id, query)
    },
  }
}

async function changeMusterPoints(
  tx: DatabaseTransaction,
  before: Emergency,
  requested: readonly string[],
): Promise<void> {
  const points = await musterPointsOf(tx, requested, before.scope.buildingIds)
  if (requested.length > 0) refuseOtherZones(points, requested)
  await setMusterPoints(tx, before.id, points)
}

/** Ending an emergency while people are missing must be meant (rules 9). */
async function resolve(
  tx: DatabaseTransaction,
  before: Emergency,
  resolution: 'all_clear' | 'false_alarm' | 'drill_complete',
  confirmed: boolean,
  context: Context,
): Promise<void> {
  const missing = before.counts.unknown + before.counts.needsHelp
  if (missing > 0 && !confirmed) refuse('people_missing')
  await resolveEmergency(tx, before.id, resolution, context.user)
  const sentence = ended(missing)
  await addToTimeline(tx, { emergencyId: before.id, type: 'resolved', actor: context.user.displayName, said: sentence })
  await addActivity(tx, { type: 'emergency', said: withScenario(sentence, before.scenario) })
}
