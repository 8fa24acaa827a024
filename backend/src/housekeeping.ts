// What one backend does for the database they may share: day partitions made and dropped, receivers online or offline, alerts raised
// and cleared, readiness kept, visits closed, drills reminded of, old rows forgotten (rules 8). In the list of background-work.ts.
import type { FastifyBaseLogger } from 'fastify'
import { repeat, type Repeated } from './background/repeat.ts'
import { dropPartitionsBefore, ensurePartitions } from './database/partition-queries.ts'
import { forgetOldCarriers, forgetOldRows, forgetOldVisits } from './database/retention-queries.ts'
import type { Database } from './database/schema.ts'
import { forgetOldAlerts } from './domains/alerts/alert-queries.ts'
import { recordAssetMoves } from './domains/assets/asset-move-queries.ts'
import { forgetOldAudit } from './domains/audit/audit-retention.ts'
import { recordOccupancy } from './domains/dashboard/occupancy-queries.ts'
import { forgetOldReadiness } from './domains/readiness/readiness-history-queries.ts'
import { forgetUnusedFiles } from './files/file-queries.ts'
import { remindOfDrills } from './domains/emergency/drill-reminders.ts'
import { recordStatusChanges, reevaluateStatus } from './domains/receivers/receiver-queries.ts'
import { closeVisits } from './domains/visits/close-visits.ts'
import { forgetCounted } from './domains/positions/kept-history-queries.ts'
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
      name: 'retention',
      everyMs: 3_600_000,
      work: () => forgetOld(db),
      whileFailing: 'Old rows are forgotten later.',
      ...leaderOnly,
    }),
  ]
}

async function forgetOld(db: Database): Promise<void> {
  const { general } = await readSettings(db)
  await ensurePartitions(db, Date.now())
  const oldest = Date.now() - general.retentionDays.positions * dayMs
  await dropPartitionsBefore(db, oldest)
  await forgetOldCarriers(db, new Date(oldest))
  await forgetCounted(db, new Date(oldest))
  await forgetOldRows(db, general.retentionDays.ambient)
  await forgetOldReadiness(db)
  await forgetOldVisits(db, new Date(Date.now() - general.retentionDays.visits * dayMs))
  await forgetUnusedFiles(db)
  // They say where people were, as positions do.
  await forgetOldAlerts(db, general.retentionDays.positions)
  await forgetOldAudit(db, new Date(Date.now() - general.retentionDays.audit * dayMs))
}
