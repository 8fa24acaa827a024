// Accounts by itself for people who stay at a muster point of their emergency (rules 9: auto_zone), every two seconds, all of an
// emergency in one transaction; without an active emergency that is one cheap query. Made by emergency-work.ts.
import type { FastifyBaseLogger } from 'fastify'
import { repeat, type Repeated } from '../../background/repeat.ts'
import type { Database } from '../../database/schema.ts'
import { systemOrigin } from '../../audit/audit-entry.ts'
import { runChange, type ChangeKind } from '../../http/run-change.ts'
import { accountPeople } from './account-people.ts'
import type { AnnounceEmergency } from './announce-emergency.ts'
import { settledAtMusterPoints, type AtMusterPoint } from './auto-account-queries.ts'
import { lockEmergency } from './emergency-queries.ts'
import { evidenceNow } from './evidence.ts'
import { statusesOf } from './muster-queries.ts'

type Options = {
  readonly db: Database
  readonly announce: AnnounceEmergency
  readonly log: FastifyBaseLogger
  readonly now?: () => number
}

const autoAccounting: ChangeKind = {
  action: 'muster.autoAccount',
  resource: 'emergencies',
  changes: ['emergencies'],
}

export function createAutoAccount({ db, announce, log, now = Date.now }: Options): Repeated {
  const settle = async (emergencyId: string, people: readonly AtMusterPoint[]) => {
    const ids = people.map(({ personId }) => personId)
    const known = await evidenceNow(db, emergencyId, ids)
    await runChange(db, systemOrigin, autoAccounting, async (tx) => {
      const event = await lockEmergency(tx, emergencyId)
      const standing = await statusesOf(tx, emergencyId, ids)
      // Somebody was quicker: their word stands.
      const open = new Set(standing.filter(({ status }) => status === 'unknown').map(({ personId }) => personId))
      const decisions = people.filter(({ personId }) => open.has(personId)).map(decisionOf)
      if (event?.state !== 'active' || decisions.length === 0) return { reply: null, record: [] }
      const { changed } = await accountPeople(tx, emergencyId, decisions, known)
      const before = changed.map(({ personId, status }) => ({ personId, status }))
      return {
        reply: null,
        record: { entityId: emergencyId, before, after: { status: 'accounted', method: 'auto_zone' } },
      }
    })
  }
  return repeat({
    name: 'account-at-muster-points',
    everyMs: 2000,
    leaderOnly: true,
    log,
    whileFailing: 'Nobody is accounted for by their badge at the moment.',
    async work() {
      const settled = await settledAtMusterPoints(db, new Date(now()))
      for (const id of new Set(settled.map(({ emergencyId }) => emergencyId))) {
        await settle(
          id,
          settled.filter(({ emergencyId }) => emergencyId === id),
        )
        announce({ id })
      }
    },
  })
}

function decisionOf({ personId, zoneId, zoneName, settledAt }: AtMusterPoint) {
  const [status, method] = ['accounted', 'auto_zone'] as const
  return { personId, status, method, by: zoneName, note: null, decidedAt: settledAt, musterPointId: zoneId }
}
