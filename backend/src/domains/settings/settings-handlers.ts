// Settings of the site (spec 4.2 Management). A change names some fields; the merged whole is parsed, so that rules between two
// fields hold.
import {
  AlertSettings,
  BleSettings,
  GeneralSettings,
  SecuritySettings,
  type Settings,
  type settings,
} from '@rollcall/contracts/domains/settings'
import type { Handlers } from '@rollcall/contracts/endpoint'
import { check } from '@rollcall/contracts/check'
import type { z } from 'zod'
import type { NotifySettings } from '../../config.ts'
import type { Context } from '../../http/context.ts'
import { Refusal } from '../../http/refusal.ts'
import { storageReport } from './storage-queries.ts'
import { lockSettings, readSettings, saveSettings } from './settings-queries.ts'

export const settingsHandlers = ({ smtpUrl, webhookUrl }: NotifySettings): Handlers<typeof settings, Context> => ({
  read: async ({ context }) => ({
    ...(await readSettings(context.db)),
    senders: { email: smtpUrl !== null, sms: webhookUrl !== null },
  }),
  storage: async ({ context }) => storageReport(context.db, (await readSettings(context.db)).general.retentionDays),
  readBle: async ({ context }) => (await readSettings(context.db)).ble,
  readAlerts: async ({ context }) => (await readSettings(context.db)).alerts,
  readGeneral: async ({ context }) => (await readSettings(context.db)).general,
  changeBle: ({ body, context }) => change(context, 'ble', BleSettings, (ble) => ({ ...ble, ...body })),
  changeAlerts: ({ body, context }) => change(context, 'alerts', AlertSettings, (alerts) => ({ ...alerts, ...body })),
  changeSecurity: ({ body, context }) =>
    change(context, 'security', SecuritySettings, (security) => ({ ...security, ...body })),
  changeGeneral: ({ body, context }) =>
    change(context, 'general', GeneralSettings, (general) => ({
      ...general,
      ...body,
      retentionDays: { ...general.retentionDays, ...body.retentionDays },
    })),
})

function change<N extends keyof Settings>(
  context: Context,
  name: N,
  schema: z.ZodType<Settings[N]>,
  merge: (current: Settings[N]) => unknown,
): Promise<Settings[N] & { updatedAt: string }> {
  return context.change(async (tx) => {
    // Two changes of different fields at once must both survive.
    await lockSettings(tx)
    const before = (await readSettings(tx))[name]
    context.refuseIfChanged(before)
    const parsed = check(schema, merge(before))
    if (!parsed.ok) throw new Refusal('validation_failed', parsed.issues)
    await saveSettings(tx, name, parsed.data)
    const after = (await readSettings(tx))[name]
    return { reply: after, record: { entityId: name, before, after } }
  })
}
