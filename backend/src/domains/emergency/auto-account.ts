// Accounts by itself for people who stay in a muster point of their emergency (rules 9: auto_zone), every two seconds;
// without an active emergency that is one cheap query. Made by emergency-work.ts.
import type { FastifyBaseLogger } from 'fastify'
import { repeat, type Repeated } from '../../background/repeat.ts'
import type { Database } from '../../database/schema.ts'
import { systemOrigin } from '../../audit/audit-entry.ts'
import { runChange, type ChangeKind } from '../../http/run-change.ts'
import { accountOne } from './account-people.ts'
import type { AnnounceEmergency } from './announce-emergency.ts'
import { atMusterPoints, type AtMusterPoint } from './auto-account-queries.ts'
import { createDwell } from './dwell.ts'
import { findEmergency, lockEmergency } from './emergency-queries.ts'
import { statusOf, type ReceiversHearing } from './muster-queries.ts'

type Options = {
  readonly db: Database
  readonly announce: AnnounceEmergency
  readonly receiversHearing: ReceiversHearing
  readonly log: FastifyBaseLogger
}

const autoAccounting: ChangeKind = {
  action: 'muster.autoAccount',
  resource: 'emergencies',
  changes: ['emergencies'],
}

export function createAutoAccount({ db, announce, receiversHearing, log }: Options): Repeated {
  const dwell = createDwell()
  const settle = (one: AtMusterPoint) =>
    runChange(db, systemOrigin, autoAccounting, async (tx) => {
      const { emergencyId, personId, zoneId, zoneName } = one
      await lockEmergency(tx, emergencyId)
      const event = await findEmergency(tx, emergencyId)
      const person = await statusOf(tx, emergencyId, personId)
      // Somebody was quicker: their word stands.
      if (event?.state !== 'active' || person?.status !== 'unknown') return { reply: null, record: [] }
      const decision = {
        status: 'accounted',
        by: zoneName,
        note: null,
        method: 'auto_zone',
        musterPointId: zoneId,
      } as const
      return { reply: null, record: await accountOne(tx, emergencyId, personId, decision, receiversHearing) }
    })
  return repeat({
    name: 'account-at-muster-points',
    everyMs: 2000,
    log,
    whileFailing: 'Nobody is accounted for by their badge at the moment.',
    async work() {
      const settled = dwell.see(await atMusterPoints(db))
      for (const one of settled) await settle(one)
      for (const id of new Set(settled.map(({ emergencyId }) => emergencyId))) {
        announce({ id })
      }
    },
  })
}
