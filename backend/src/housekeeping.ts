// What one backend does for the database they may share: day partitions made and dropped, receivers online or offline, alerts raised
// and cleared, readiness kept, visits closed, drills reminded of, old rows forgotten (rules 8). In the list of background-work.ts.
import type { FastifyBaseLogger } from 'fastify'
import type { ChainEnd } from './audit/audit-entry.ts'
import { auditHead } from './audit/audit-queries.ts'
import { repeat, type Repeated } from './background/repeat.ts'
import { dropPartitionsBefore, ensurePartitions } from './database/partition-queries.ts'
import { forgetOldRows } from './database/retention-queries.ts'
import type { Database } from './database/schema.ts'
import { recordAssetMoves } from './domains/assets/asset-move-queries.ts'
import { forgetOldAudit } from './domains/audit/audit-retention.ts'
import { recordOccupancy } from './domains/dashboard/occupancy-queries.ts'
import { forgetUnusedFiles } from './files/file-queries.ts'
import { forgetOldEmergencies } from './domains/emergency/emergency-retention.ts'
import { remindOfDrills } from './domains/emergency/drill-reminders.ts'
import { recordStatusChanges, reevaluateStatus } from './domains/receivers/receiver-queries.ts'
import { closeVisits } from './domains/visits/close-visits.ts'
import { readSettings } from './domains/settings/settings-queries.ts'

const dayMs = 86_400_000

type Needs = {
  readonly db: Database
  readonly checkAlerts: () => Promise<void>
  readonly recordReadiness: () => Promise<void>
  readonly log: FastifyBaseLogger
}

export function housekeeping({ db, checkAlerts, recordReadiness, log }: Needs): readonly Repeated[] {
  const leaderOnly = { leaderOnly: true, atOnce: true, log } as const
  return [
    repeat({
      name: 'receiver-status',
      // Rules 8 allow 30 s; sooner is kinder to whoever watches a receiver come back, and a first start shows them at once.
      everyMs: 2000,
      work: async () => recordStatusChanges(db, await reevaluateStatus(db)),
      whileFailing: 'Receivers stay online or offline as they were.',
      ...leaderOnly,
    }),
    repeat({
      name: 'asset-moves',
      everyMs: 10_000,
      work: () => recordAssetMoves(db),
      whileFailing: 'Moves of assets are noticed later.',
      ...leaderOnly,
    }),
    repeat({
      name: 'alerts',
      everyMs: 5000,
      work: checkAlerts,
      whileFailing: 'No alerts are raised or cleared at the moment.',
      ...leaderOnly,
    }),
    repeat({
      name: 'occupancy',
      everyMs: 60_000,
      work: () => recordOccupancy(db),
      whileFailing: 'The curve of people on site has a gap.',
      ...leaderOnly,
    }),
    repeat({
      name: 'readiness',
      everyMs: 10_000,
      work: recordReadiness,
      whileFailing: 'The history of readiness has a gap.',
      ...leaderOnly,
    }),
    repeat({
      name: 'close-visits',
      everyMs: 60_000,
      work: () => closeVisits(db),
      whileFailing: 'Visits of a day that is over stay open.',
      ...leaderOnly,
    }),
    repeat({
      name: 'remind-of-drills',
      everyMs: 60_000,
      work: () => remindOfDrills(db),
      whileFailing: 'Nobody is reminded of planned drills.',
      ...leaderOnly,
    }),
    repeat({
      name: 'audit-head',
      everyMs: 3_600_000,
      // Kept apart from the database: a chain that was rebuilt, or cut at its end, no longer holds what this names (rules 8).
      work: async () => log.info({ code: 'audit_head', ...(await auditHeadOf(db)) }, 'The newest audit record.'),
      whileFailing: 'The newest audit record is named later.',
      ...leaderOnly,
    }),
    repeat({
      name: 'retention',
      everyMs: 3_600_000,
      work: (stopping) => forgetOld(db, stopping),
      whileFailing: 'Old rows are forgotten later.',
      ...leaderOnly,
    }),
  ]
}

async function auditHeadOf(db: Database): Promise<ChainEnd> {
  const { seq, hash } = await auditHead(db)
  return { seq, hash }
}

async function forgetOld(db: Database, stopping: AbortSignal): Promise<void> {
  const { retentionDays } = (await readSettings(db)).general
  const before = (days: number) => new Date(Date.now() - days * dayMs)
  await ensurePartitions(db, Date.now())
  await dropPartitionsBefore(db, before(retentionDays.positions).getTime())
  await forgetOldRows(db, retentionDays, { stopping })
  await forgetUnusedFiles(db)
  await forgetOldEmergencies(db, before(retentionDays.emergencies), stopping)
  await forgetOldAudit(db, before(retentionDays.audit), { stopping })
}
