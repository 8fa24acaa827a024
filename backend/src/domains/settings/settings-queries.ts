// SQL of the site's settings. What was never changed has its default (rules 8 and 10).
import { sql } from 'kysely'
import { defaultSettings, type Settings } from '@rollcall/contracts/domains/settings'
import type { Database } from '../../database/schema.ts'

export async function readSettings(db: Database): Promise<Settings> {
  const rows = await db.selectFrom('settings').select(['name', 'value']).execute()
  const stored = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  const general = { ...defaultSettings.general, ...stored.general }
  return {
    ble: { ...defaultSettings.ble, ...stored.ble },
    alerts: { ...defaultSettings.alerts, ...stored.alerts },
    security: { ...defaultSettings.security, ...stored.security },
    // A kind of row that is newer than what was stored is kept for as long as by default.
    general: { ...general, retentionDays: { ...defaultSettings.general.retentionDays, ...general.retentionDays } },
  }
}

export async function saveSettings<N extends keyof Settings>(db: Database, name: N, value: Settings[N]): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('settings')
    .values({ name, value: text })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text, updatedAt: new Date() }))
    .execute()
}

/** Until the transaction ends nobody else changes settings; there may be no row yet that could be locked. */
export async function lockSettings(tx: Database): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('rollcall settings'))`.execute(tx)
}
