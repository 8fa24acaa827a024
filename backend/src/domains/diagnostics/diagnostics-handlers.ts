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
      const wanted = new Set(rows.map(({ receiverId }) => receiverId))
      const heard = monitor.links().filter(({ receiverId }) => wanted.has(receiverId))
      const receivers = rows.map((row) => {
        const own = heard.filter(({ receiverId }) => receiverId === row.receiverId)
        const residuals = own.flatMap(({ residualDb }) => (residualDb === null ? [] : [residualDb]))
        const { id, receiverId, name, floorId, status, lastSeenAt, clockSkewMs } = row
        const neighbourDb = monitor.neighbourDb(receiverId)
        return {
          id,
          receiverId,
          name,
          floorId,
          status,
          lastSeenAt,
          clockSkewMs,
          readingsPerSecond: round(sum(own.map(({ readingsPerSecond }) => readingsPerSecond))),
          residualDb: residuals.length === 0 ? null : round(sum(residuals) / residuals.length),
          driftDb: roundOrNull(monitor.driftDb(receiverId)),
          ...monitor.rejects(receiverId),
          neighbourDb: roundOrNull(neighbourDb),
          check: verdictOn(row, monitor.check(receiverId), neighbourDb),
        }
      })
      const matching = heard.filter((link) => !query.transmitterId || link.transmitterId === query.transmitterId)
      const links = matching.sort((a, b) => b.meanRssi - a.meanRssi).slice(0, query.limit)
      return { receivers, links, truncated: links.length < matching.length, asOf: new Date().toISOString() }
    },
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const round = (value: number) => Math.round(value * 100) / 100
const roundOrNull = (value: number | null) => (value === null ? null : round(value))
