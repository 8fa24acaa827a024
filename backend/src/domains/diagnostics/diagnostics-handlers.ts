// The signal monitor: what receivers hear against what they should (spec 4.2 Diagnostics). The links come from positioning.
import type { diagnostics } from '@rollcall/contracts/domains/diagnostics'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Context } from '../../http/context.ts'
import type { SignalMonitor } from '../../positioning/signal-monitor.ts'
import { monitoredReceivers } from './diagnostics-queries.ts'
import { verdictOn } from './receiver-verdict.ts'

export function diagnosticsHandlers(monitor: SignalMonitor): Handlers<typeof diagnostics, Context> {
  return {
    async signalMonitor({ query, context: { db } }) {
      const rows = await monitoredReceivers(db, query)
      const receiverIds = rows.map(({ receiverId }) => receiverId)
      const heard = await monitor({ receiverIds, transmitterId: query.transmitterId, limit: query.limit })
      const receivers = rows.map((row) => {
        const { id, receiverId, name, floorId, status, lastSeenAt, clockSkewMs } = row
        const { residualSum, residuals, readingsPerSecond, driftDb, neighbourDb, check, ...rejects } =
          heard.receivers[receiverId]!
        return {
          id,
          receiverId,
          name,
          floorId,
          status,
          lastSeenAt,
          clockSkewMs,
          readingsPerSecond: round(readingsPerSecond),
          residualDb: residuals === 0 ? null : round(residualSum / residuals),
          driftDb: roundOrNull(driftDb),
          ...rejects,
          neighbourDb: roundOrNull(neighbourDb),
          check: verdictOn(row, check, neighbourDb),
        }
      })
      const { links } = heard
      return { receivers, links: [...links], truncated: links.length < heard.linkCount, asOf: new Date().toISOString() }
    },
  }
}

const round = (value: number) => Math.round(value * 100) / 100
const roundOrNull = (value: number | null) => (value === null ? null : round(value))
