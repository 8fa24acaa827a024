// What happens by itself: day partitions made and dropped, receivers judged online or offline, old rows forgotten (decisions 8).
import type { Logger } from 'pino'
import { forgetOldAudit } from './audit/audit-retention.ts'
import { dropPartitionsBefore, ensurePartitions } from './database/partition-queries.ts'
import { forgetOldRows } from './database/retention-queries.ts'
import type { Database } from './database/schema.ts'
import { recordAssetMoves } from './domains/assets/asset-move-queries.ts'
import { recordOccupancy } from './domains/dashboard/occupancy-queries.ts'
import { recordStatusChanges, reevaluateStatus } from './domains/receivers/receiver-queries.ts'
import { readSettings } from './domains/settings/settings-queries.ts'

const dayMs = 86_400_000
/** Decisions 8 allow 30 s; sooner is kinder to whoever watches a receiver come back, and a first start shows them at once. */
const statusEveryMs = 2000
const retentionEveryMs = 3_600_000
const occupancyEveryMs = 60_000
const assetsEveryMs = 10_000

export function startHousekeeping(db: Database, log: Logger): { stop(): void } {
  const every = (ms: number, what: string, work: () => Promise<void>) => {
    // A failure is tried again at the next turn; the database may be away.
    const run = () => void work().catch((error: unknown) => log.warn({ err: error, what }, 'housekeeping failed'))
    run()
    return setInterval(run, ms)
  }
  const timers = [
    every(statusEveryMs, 'receiver status', async () => recordStatusChanges(db, await reevaluateStatus(db))),
    every(assetsEveryMs, 'asset moves', () => recordAssetMoves(db)),
    every(occupancyEveryMs, 'occupancy', () => recordOccupancy(db)),
    every(retentionEveryMs, 'retention', async () => {
      const { general } = await readSettings(db)
      await ensurePartitions(db, Date.now())
      await dropPartitionsBefore(db, Date.now() - general.retentionDays.positions * dayMs)
      await forgetOldRows(db, general.retentionDays.ambient)
      await forgetOldAudit(db, new Date(Date.now() - general.retentionDays.audit * dayMs))
    }),
  ]
  return { stop: () => timers.forEach((timer) => clearInterval(timer)) }
}
