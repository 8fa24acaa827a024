// Accounting for people (spec 4.2 Emergency, decisions 9). Personal links and the after-action report are not built yet.
import { guardedPersonFields } from '@rollcall/contracts/domains/personnel'
import type { muster, MusterPerson } from '@rollcall/contracts/domains/muster'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Context } from '../../http/context.ts'
import { notBuilt } from '../../http/not-built.ts'
import { found, refuse } from '../../http/refusal.ts'
import type { AnnounceEmergency } from './announce-emergency.ts'
import { activeEmergencies, findEmergency, lockEmergency } from './emergency-queries.ts'
import { accountFor, personOnRoster, rosterOf } from './muster-queries.ts'
import { addToTimeline } from './timeline-queries.ts'

export function musterHandlers(announce: AnnounceEmergency): Handlers<typeof muster, Context> {
  return {
    async read({ query, context }) {
      const { db } = context
      const event = found(query.eventId ? await findEmergency(db, query.eventId) : (await activeEmergencies(db))[0])
      const people = await rosterOf(db, event.id)
      return { event, counts: event.counts, people: people.map((person) => visible(person, context)) }
    },
    async account({ params: { id }, body, context }) {
      const person = await context.change(async (tx) => {
        await lockEmergency(tx, id)
        if (found(await findEmergency(tx, id)).state === 'resolved') refuse('conflict')
        const before = found(await personOnRoster(tx, id, body.personId))
        const by = context.user.displayName
        await accountFor(tx, id, body.personId, { status: body.status, by, note: body.note ?? null })
        const text = `${before.fullName}: ${body.status.replace('_', ' ')}.`
        await addToTimeline(tx, {
          emergencyId: id,
          type: 'accounted',
          personId: body.personId,
          personName: before.fullName,
          actor: by,
          text,
        })
        const after = found(await personOnRoster(tx, id, body.personId))
        const [was, is] = [before, after].map(({ personId, status, note }) => ({ personId, status, note }))
        return {
          reply: after,
          record: { action: 'muster.account', resource: 'emergencies', entityId: id, before: was, after: is },
        }
      })
      announce(found(await findEmergency(context.db, id)))
      return visible(person, context)
    },
    createLinks: notBuilt,
    report: notBuilt,
    reportCsv: notBuilt,
    reportPdf: notBuilt,
    link: notBuilt,
    answerLink: notBuilt,
  }
}

function visible(person: MusterPerson, context: Context): MusterPerson {
  const { phone, specialNeeds, ...open } = person
  return {
    ...open,
    ...(context.may(guardedPersonFields.phone) && { phone }),
    ...(context.may(guardedPersonFields.specialNeeds) && { specialNeeds }),
  }
}
