// Batteries (spec 4.2 Battery, rules 8).
import type { battery } from '@rollcall/contracts/domains/battery'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Context } from '../../http/context.ts'
import { found } from '../../http/refusal.ts'
import {
  batteryHistory,
  batteryStats,
  findDevice,
  listAlerts,
  lockThresholds,
  readThresholds,
  saveThresholds,
} from './battery-queries.ts'

const monthMs = 30 * 86_400_000

export const batteryHandlers: Handlers<typeof battery, Context> = {
  stats: ({ context }) => batteryStats(context.db),
  alerts: ({ query, context }) => listAlerts(context.db, query),
  thresholds: ({ context }) => readThresholds(context.db),
  changeThresholds: ({ body, context }) =>
    context.change(async (tx) => {
      await lockThresholds(tx)
      const before = await readThresholds(tx)
      context.refuseIfChanged(before)
      await saveThresholds(tx, body)
      const after = await readThresholds(tx)
      return { reply: after, record: { before, after } }
    }),
  device: async ({ params, context }) => found(await findDevice(context.db, params.deviceId)),
  async history({ params, query, context }) {
    const device = found(await findDevice(context.db, params.deviceId))
    const to = query.to ?? new Date().toISOString()
    const from = query.from ?? new Date(Date.parse(to) - monthMs).toISOString()
    return { device, points: await batteryHistory(context.db, params.deviceId, from, to) }
  },
}
