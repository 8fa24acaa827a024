// SQL of batteries. The slope is a straight line through the readings of the last 30 days; without three days of them there is none.
import { sql } from 'kysely'
import type { BatteryDevice, BatteryStats, BatteryThresholds } from '@rollcall/contracts/domains/battery'
import type { z } from 'zod'
import { contains, listPage, type ListQuery, type Page } from '../../database/list-page.ts'
import { changedNow } from '../../database/row-queries.ts'
import type { Database, DatabaseTransaction } from '../../database/schema.ts'

export function readThresholds(db: Database): Promise<BatteryThresholds & { updatedAt: string }> {
  return db.selectFrom('batteryThresholds').select(['low', 'critical', 'updatedAt']).executeTakeFirstOrThrow()
}

/** Two who change them take turns. */
export async function lockThresholds(tx: DatabaseTransaction): Promise<void> {
  await tx.selectFrom('batteryThresholds').select('low').forUpdate().execute()
}

export async function saveThresholds(db: Database, { low, critical }: BatteryThresholds): Promise<void> {
  await db.updateTable('batteryThresholds').set({ low, critical, updatedAt: changedNow() }).execute()
}

export async function batteryStats(db: Database): Promise<z.input<typeof BatteryStats>> {
  const { rows } = await sql<{ total: number; critical: number; low: number; normal: number }>`
    SELECT count(*) AS total, count(*) FILTER (WHERE battery_pct <= b.critical) AS critical,
      count(*) FILTER (WHERE battery_pct <= b.low AND battery_pct > b.critical) AS low,
      count(*) FILTER (WHERE battery_pct > b.low) AS normal
    FROM transmitters, battery_thresholds b
    WHERE battery_pct IS NOT NULL AND status <> 'retired'`.execute(db)
  const counts = rows[0] ?? { total: 0, critical: 0, low: 0, normal: 0 }
  return { ...counts, healthPct: counts.total === 0 ? null : Math.round((counts.normal / counts.total) * 1000) / 10 }
}

const slope = sql<number | null>`(
  SELECT CASE WHEN max(h.at) - min(h.at) >= interval '3 days' THEN regr_slope(h.battery_pct, extract(epoch FROM h.at) / 86400) END
  FROM battery_history h WHERE h.transmitter_id = t.transmitter_id AND h.at > now() - interval '30 days')`

function selectDevices(db: Database) {
  return db
    .selectFrom('transmitters as t')
    .innerJoin('carriers as c', 'c.transmitterId', 't.transmitterId')
    .innerJoin('batteryThresholds as b', (join) => join.onTrue())
    .select([
      't.transmitterId as deviceId',
      'c.name',
      't.type',
      't.entityType',
      't.entityId',
      't.batteryPct',
      't.batteryMv',
    ])
    .select(['t.batteryAt', slope.as('slopePctPerDay')])
    .select(
      sql<
        BatteryDevice['level']
      >`CASE WHEN t.battery_pct IS NULL THEN 'unknown' WHEN t.battery_pct <= b.critical THEN 'critical'
      WHEN t.battery_pct <= b.low THEN 'low' ELSE 'normal' END`.as('level'),
    )
}

type Row = Omit<BatteryDevice, 'predictedEmptyAt'>

export async function findDevice(db: Database, deviceId: string): Promise<BatteryDevice | undefined> {
  const row = await selectDevices(db).where('t.transmitterId', '=', deviceId.toLowerCase()).executeTakeFirst()
  return row && withForecast(row)
}

type AlertQuery = ListQuery & { q?: string | undefined; level?: 'critical' | 'low' | undefined }

/** The emptiest first. */
export async function listAlerts(db: Database, query: AlertQuery): Promise<Page<BatteryDevice>> {
  let devices = selectDevices(db)
    .where('t.status', '<>', sql<'retired'>`'retired'`)
    .whereRef('t.batteryPct', '<=', 'b.low')
  if (query.level === 'critical') devices = devices.whereRef('t.batteryPct', '<=', 'b.critical')
  if (query.level === 'low') devices = devices.whereRef('t.batteryPct', '>', 'b.critical')
  if (query.q) devices = devices.where(contains(query.q, sql.ref('c.name'), sql.ref('t.transmitterId')))
  const page = await listPage(devices, query, {
    fields: { batteryPct: sql.ref('t.batteryPct'), name: sql`lower(c.name)`, batteryAt: sql.ref('t.batteryAt') },
    fallback: 'batteryPct',
    unique: sql.ref('t.id'),
  })
  return { ...page, items: page.items.map(withForecast) }
}

export type HistoryPoint = { at: string; batteryPct: number; batteryMv: number | null }

export async function batteryHistory(
  db: Database,
  deviceId: string,
  from: string,
  to: string,
): Promise<HistoryPoint[]> {
  const rows = await db
    .selectFrom('batteryHistory')
    .select(['at', 'batteryPct', 'batteryMv'])
    .where('transmitterId', '=', deviceId.toLowerCase())
    .where('at', '>=', from)
    .where('at', '<', to)
    .where('batteryPct', 'is not', null)
    .orderBy('at')
    .limit(10_000)
    .execute()
  return rows.map((row) => ({ ...row, batteryPct: row.batteryPct ?? 0 }))
}

/** Where the line meets zero, when it falls at all. */
function withForecast(row: Row): BatteryDevice {
  const { batteryPct, batteryAt, slopePctPerDay: fall } = row
  const days = fall !== null && fall < -0.01 && batteryPct !== null ? batteryPct / -fall : null
  // Ten years ahead says no more than "not soon".
  const known = days !== null && days < 3650 && batteryAt !== null
  return { ...row, predictedEmptyAt: known ? new Date(Date.parse(batteryAt) + days * 86_400_000).toISOString() : null }
}
