// The muster board and accounting for people (spec 4.2 Emergency, rules 9). The report is in report-handlers.ts, personal links in link-handlers.ts.
import type { muster } from '@rollcall/contracts/domains/muster'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Context } from '../../http/context.ts'
import { found, refuse } from '../../http/refusal.ts'
import { standsFor } from '../../http/written-reply.ts'
import { accountOne } from './account-one.ts'
import type { AnnounceEmergency } from './announce-emergency.ts'
import { findEmergency, findFacts, lockEmergency } from './emergency-queries.ts'
import { linkHandlers } from './link-handlers.ts'
import type { ReceiversHearing } from './muster-queries.ts'
import { reportHandlers } from './report-handlers.ts'
import { shownTo, type Rosters } from './roster.ts'

type Needs = {
  announce: AnnounceEmergency
  canMail: boolean
  wakeLinks: () => void
  receiversHearing: ReceiversHearing
  rosters: Rosters
}

export function musterHandlers(needs: Needs): Handlers<typeof muster, Context> {
  return {
    async read({ query: { eventId }, context }) {
      const event = findFacts(context.db, eventId).then(found)
      return standsFor(await needs.rosters.board(event, shownTo(context)))
    },
    async account({ params: { id }, body, context }) {
      const person = await context.change(async (tx) => {
        await lockEmergency(tx, id)
        const event = found(await findEmergency(tx, id))
        if (event.state === 'resolved') refuse('conflict')
        const by = context.user.displayName
        const { status, note = null, decidedAt } = body
        const decision = { status, by, note, decidedAt, method: 'manual' as const }
        const record = await accountOne(tx, id, body.personId, decision, needs.receiversHearing)
        return { reply: found(await needs.rosters.person(tx, event, body.personId, shownTo(context))), record }
      })
      needs.announce(found(await findEmergency(context.db, id)))
      return person
    },
    accountMany: async () => refuse('not_found'),
    sweep: async () => refuse('not_found'),
    ...linkHandlers(needs),
    ...reportHandlers(needs.rosters),
  }
}
