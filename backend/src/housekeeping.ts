// What happens by itself: day partitions made and dropped, receivers judged online or offline, alerts raised and cleared, old rows
// forgotten (rules 8).
import type { Logger } from 'pino'
import { forgetOldAudit } from './audit/audit-retention.ts'
import { dropPartitionsBefore, ensurePartitions } from './database/partition-queries.ts'
import { forgetOldCarriers, forgetOldRows } from './database/retention-queries.ts'
import type { Database } from './database/schema.ts'
import { forgetOldAlerts } from './domains/alerts/alert-queries.ts'
import { recordAssetMoves } from './domains/assets/asset-move-queries.ts'
import { recordOccupancy } from './domains/dashboard/occupancy-queries.ts'
import { recordStatusChanges, reevaluateStatus } from './domains/receivers/receiver-queries.ts'
import { readSettings } from './domains/settings/settings-queries.ts'

const dayMs = 86_400_000
/** Rules 8 allow 30 s; sooner is kinder to whoever watches a receiver come back, and a first start shows them at once. */
const statusEveryMs = 2000
const retentionEveryMs = 3_600_000
const occupancyEveryMs = 60_000
const assetsEveryMs = 10_000
const alertsEveryMs = 5000

export function startHousekeeping(db: Database, lookForAlerts: () => Promise<void>, log: Logger): { stop(): void } {
  const every = (ms: number, what: string, work: () => Promise<void>) => {
    // A failure is tried again at the next turn; the database may be away.
    const run = () => void work().catch((error: unknown) => log.warn({ err: error, what }, 'housekeeping failed'))
    run()
    return setInterval(run, ms)
  }
  const timers = [
    every(statusEveryMs, 'receiver status', async () => recordStatusChanges(db, await reevaluateStatus(db))),
    every(assetsEveryMs, 'asset moves', () => recordAssetMoves(db)),
    every(alertsEveryMs, 'alerts', lookForAlerts),
    every(occupancyEveryMs, 'occupancy', () => recordOccupancy(db)),
    every(retentionEveryMs, 'retention', async () => {
      const { general } = await readSettings(db)
      await ensurePartitions(db, Date.now())
      const oldest = Date.now() - general.retentionDays.positions * dayMs
      await dropPartitionsBefore(db, oldest)
      await forgetOldCarriers(db, new Date(oldest))
      await forgetOldRows(db, general.retentionDays.ambient)
      // They tell where people were, as positions do.
      await forgetOldAlerts(db, general.retentionDays.positions)
      await forgetOldAudit(db, new Date(Date.now() - general.retentionDays.audit * dayMs))
    }),
  ]
  return { stop: () => timers.forEach((timer) => clearInterval(timer)) }
}
