// The muster board and accounting for people (spec 4.2 Emergency, rules 9). The report is in report-handlers.ts, personal links in link-handlers.ts.
import type { Muster, muster } from '@rollcall/contracts/domains/muster'
import type { Handlers, JsonText } from '@rollcall/contracts/endpoint'
import type { HeavyWork } from '../../heavy/heavy-work.ts'
import type { Context } from '../../http/context.ts'
import { found } from '../../http/refusal.ts'
import { createSharedReads } from '../../shared-reads.ts'
import { accountPeople } from './account-people.ts'
import type { AnnounceEmergency } from './announce-emergency.ts'
import { createDecide } from './decide.ts'
import type { EmergencyLine } from './emergency-line.ts'
import { evidenceNow } from './evidence.ts'
import { findFloor } from '../floors/floor-queries.ts'
import { linkHandlers } from './link-handlers.ts'
import { lockActive } from './lock-active.ts'
import { refuseOthersEmergency } from './own-emergency.ts'
import { reportHandlers } from './report-handlers.ts'
import { shownTo } from './roster.ts'
import { readBoard, readPerson } from './roster-queries.ts'
import { sweep } from './sweeps.ts'
import { wardenAnswerHandlers } from './warden-answer-handlers.ts'

type Needs = {
  announce: AnnounceEmergency
  canMail: boolean
  wakeLinks: () => void
  heavy: HeavyWork
  inLine: EmergencyLine
}

export function musterHandlers(needs: Needs): Handlers<typeof muster, Context> {
  const { announce, inLine } = needs
  const decide = createDecide(inLine)
  const share = createSharedReads<JsonText<Muster> | undefined>()
  return {
    async read({ query, context }) {
      const shown = shownTo(context)
      const key = JSON.stringify([query, shown, context.buildingIds])
      return found(await share(key, () => readBoard(context.db, query, shown)))
    },
    async account({ params: { id }, body, context }) {
      const { personId, status, method, note = null, decidedAt } = body
      await refuseOthersEmergency(context, id, [personId])
      const decision = { status, method, note, decidedAt, by: context.user.displayName }
      const event = await decide(context, { emergencyId: id, personId, decision, whenOver: 'emergency_over' })
      announce(event)
      return found(await readPerson(context.db, event.id, personId, shownTo(context)))
    },
    async accountMany({ params: { id }, body, context }) {
      const { status, method, note = null, decidedAt } = body
      const decision = { status, method, note, decidedAt, by: context.user.displayName }
      const ids = [...new Set(body.ids)]
      await refuseOthersEmergency(context, id, ids)
      const known = await evidenceNow(context.db, id, ids)
      const { event, ...result } = await inLine(id, () =>
        context.change(async (tx) => {
          const event = await lockActive(tx, id, decidedAt)
          const decisions = ids.map((personId) => ({ ...decision, personId }))
          const { changed, refused } = await accountPeople(tx, event.id, decisions, known)
          const reply = {
            event,
            updated: ids.length - refused.length,
            failed: refused.map(({ personId, reason }) => ({ id: personId, reason })),
          }
          const before = { people: changed.map(({ personId, status: was }) => ({ personId, status: was })) }
          const record = { entityId: event.id, before, after: { status, method, note } }
          return { reply, record: changed.length === 0 ? [] : record }
        }),
      )
      announce(event)
      return result
    },
    async sweep({ params: { id }, body, context }) {
      await refuseOthersEmergency(context, id)
      if (context.buildingIds !== null) found(await findFloor(context.own, body.floorId))
      const { event, swept } = await inLine(id, () =>
        context.change(async (tx) => {
          const event = await lockActive(tx, id, body.decidedAt)
          const { reply, record } = await sweep(tx, event, body, context.user.displayName)
          return { reply: { event, swept: reply }, record }
        }),
      )
      announce(event)
      return swept
    },
    ...wardenAnswerHandlers(needs),
    ...linkHandlers({ ...needs, decide }),
    ...reportHandlers(needs.heavy),
  }
}
