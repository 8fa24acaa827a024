// The muster board and accounting for people (spec 4.2 Emergency, rules 9). The report is in report-handlers.ts, personal links in link-handlers.ts.
import type { Muster, muster } from '@rollcall/contracts/domains/muster'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { DatabaseTransaction } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { found, refuse } from '../../http/refusal.ts'
import { createSharedReads } from '../../shared-reads.ts'
import { accountOne, accountPeople } from './account-people.ts'
import type { AnnounceEmergency } from './announce-emergency.ts'
import { lockEmergency } from './emergency-queries.ts'
import { evidenceNow, type ReceiversHearing } from './evidence.ts'
import { linkHandlers } from './link-handlers.ts'
import { reportHandlers } from './report-handlers.ts'
import { shownTo } from './roster.ts'
import { readBoard, readPerson } from './roster-queries.ts'
import { sweep } from './sweeps.ts'

type Needs = {
  announce: AnnounceEmergency
  canMail: boolean
  wakeLinks: () => void
  receiversHearing: ReceiversHearing
}

export function musterHandlers(needs: Needs): Handlers<typeof muster, Context> {
  const { announce, receiversHearing } = needs
  const share = createSharedReads<Muster | undefined>()
  return {
    async read({ query: { eventId, since }, context }) {
      const shown = shownTo(context)
      const key = JSON.stringify([eventId, since, shown])
      return found(await share(key, () => readBoard(context.db, eventId, since, shown)))
    },
    async account({ params: { id }, body, context }) {
      const { personId, status, method, note = null, decidedAt } = body
      const decision = { status, method, note, decidedAt, by: context.user.displayName }
      const known = await evidenceNow(context.db, id, receiversHearing, [personId])
      await context.change(async (tx) => {
        await lockActive(tx, id)
        return { reply: null, record: await accountOne(tx, id, personId, decision, known) }
      })
      announce({ id })
      return found(await readPerson(context.db, id, personId, shownTo(context)))
    },
    async accountMany({ params: { id }, body, context }) {
      const { status, method, note = null, decidedAt } = body
      const decision = { status, method, note, decidedAt, by: context.user.displayName }
      const ids = [...new Set(body.ids)]
      const known = await evidenceNow(context.db, id, receiversHearing, ids)
      const result = await context.change(async (tx) => {
        await lockActive(tx, id)
        const decisions = ids.map((personId) => ({ ...decision, personId }))
        const { changed, refused } = await accountPeople(tx, id, decisions, known)
        const reply = {
          updated: ids.length - refused.length,
          failed: refused.map(({ personId, reason }) => ({ id: personId, reason })),
        }
        const before = { people: changed.map(({ personId, status: was }) => ({ personId, status: was })) }
        return { reply, record: changed.length === 0 ? [] : { entityId: id, before, after: { status, method, note } } }
      })
      announce({ id })
      return result
    },
    async sweep({ params: { id }, body, context }) {
      const swept = await context.change(async (tx) =>
        sweep(tx, await lockActive(tx, id), body, context.user.displayName),
      )
      announce({ id })
      return swept
    },
    ...linkHandlers(needs),
    ...reportHandlers,
  }
}

/** Nobody else changes this emergency until the transaction ends; one that is over is not changed at all. */
async function lockActive(tx: DatabaseTransaction, id: string) {
  const event = found(await lockEmergency(tx, id))
  if (event.state === 'resolved') refuse('conflict')
  return event
}
