// SQL of the site's settings. What was never changed has its default (rules 8 and 10).
import { sql } from 'kysely'
import { defaultSettings, type Settings } from '@rollcall/contracts/domains/settings'
import { changedNow } from '../../database/row-queries.ts'
import type { Database } from '../../database/schema.ts'
import { sayIn, type Say } from '../../texts/say.ts'

/** With when it was changed, which for what never was is the beginning of time. */
type StoredSettings = { readonly [N in keyof Settings]: Settings[N] & { readonly updatedAt: string } }

export async function readSettings(db: Database): Promise<StoredSettings> {
  const rows = await db.selectFrom('settings').select(['name', 'value', 'updatedAt']).execute()
  const stored = Object.fromEntries(rows.map(({ name, value, updatedAt }) => [name, { ...value, updatedAt }]))
  const general = { ...defaultSettings.general, ...never, ...stored.general }
  return {
    ble: { ...defaultSettings.ble, ...never, ...stored.ble },
    alerts: { ...defaultSettings.alerts, ...never, ...stored.alerts },
    security: { ...defaultSettings.security, ...never, ...stored.security },
    // A kind of row that is newer than what was stored is kept for as long as by default.
    general: { ...general, retentionDays: { ...defaultSettings.general.retentionDays, ...general.retentionDays } },
  }
}

const never = { updatedAt: new Date(0).toISOString() }

export async function saveSettings<N extends keyof Settings>(db: Database, name: N, value: Settings[N]): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('settings')
    .values({ name, value: text })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: text, updatedAt: changedNow('settings.updatedAt') }),
    )
    .execute()
}

/** Words for people of whom no language is known: those of the organisation. */
export async function sayFor(db: Database): Promise<Say> {
  return sayIn((await readSettings(db)).general.language)
}

/** Until the transaction ends nobody else changes settings; there may be no row yet that could be locked. */
export async function lockSettings(tx: Database): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('rollcall settings'))`.execute(tx)
}
