// SQL of what a weather warning sets off.
import { sql } from 'kysely'
import type { WeatherRule } from '@rollcall/contracts/domains/weather'
import { changedNow } from '../../database/row-queries.ts'
import type { Database, DatabaseTransaction } from '../../database/schema.ts'

function selectRules(db: Database) {
  return db
    .selectFrom('weatherSettings')
    .select(['severity', 'enabled', 'notify', 'autoTrigger', 'cooldownMinutes', 'updatedAt'])
    .select([
      sql<WeatherRule['scenario']>`scenario`.as('scenario'),
      sql<WeatherRule['channels']>`channels`.as('channels'),
    ])
}

/** The worst first. */
export function listRules(db: Database): Promise<WeatherRule[]> {
  return selectRules(db)
    .orderBy(sql`array_position(ARRAY['Extreme', 'Severe', 'Moderate', 'Minor'], severity)`)
    .execute()
}

export function findRule(db: Database, severity: WeatherRule['severity']): Promise<WeatherRule> {
  return selectRules(db).where('severity', '=', severity).executeTakeFirstOrThrow()
}

/** Two who change one take turns. */
export async function lockRule(tx: DatabaseTransaction, severity: WeatherRule['severity']): Promise<void> {
  await tx.selectFrom('weatherSettings').select('severity').where('severity', '=', severity).forUpdate().execute()
}

export async function updateRule(
  db: Database,
  severity: WeatherRule['severity'],
  change: Partial<Omit<WeatherRule, 'updatedAt'>>,
): Promise<void> {
  await db
    .updateTable('weatherSettings')
    .set({ ...change, updatedAt: changedNow() })
    .where('severity', '=', severity)
    .execute()
}
