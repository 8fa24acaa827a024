// SQL of emergencies as lists and pages show them, with the counts of their roster (decisions 9).
import { sql } from 'kysely'
import type { Emergency } from '@rollcall/contracts/domains/emergency'
import type { Database } from '../../database/schema.ts'

const roster = (condition: string) =>
  sql<number>`(SELECT count(*) FROM emergency_roster r WHERE r.emergency_id = e.id ${sql.raw(condition)})`

export function selectEmergencies(db: Database) {
  return db
    .selectFrom('emergencies as e')
    .select(['e.id', 'e.createdAt', 'e.updatedAt', 'e.scenario', 'e.mode', 'e.message', 'e.state', 'e.resolution'])
    .select(['e.triggeredAt', 'e.triggeredByName', 'e.resolvedAt', 'e.resolvedByName'])
    .select(sql<string[]>`ARRAY(SELECT building_id FROM emergency_buildings b WHERE b.emergency_id = e.id)`.as('buildingIds'))
    .select(sql<string[]>`ARRAY(SELECT zone_id FROM emergency_muster_points m WHERE m.emergency_id = e.id)`.as('musterPoints'))
    .select([
      roster('').as('total'),
      roster(`AND r.status = 'unknown'`).as('unknown'),
      roster(`AND r.status = 'accounted'`).as('accounted'),
      roster(`AND r.status = 'needs_help'`).as('needsHelp'),
      roster(`AND r.status = 'off_site'`).as('offSite'),
      roster(`AND r.status = 'excused'`).as('excused'),
    ])
}

type EmergencyRow = Awaited<ReturnType<ReturnType<typeof selectEmergencies>['execute']>>[number]

export function toEmergency(row: EmergencyRow): Emergency {
  const { total, unknown, accounted, needsHelp, offSite, excused, buildingIds, triggeredByName, resolvedByName, ...rest } = row
  return {
    ...rest,
    scenario: rest.scenario as Emergency['scenario'],
    scope: { buildingIds },
    triggeredBy: triggeredByName,
    resolvedBy: resolvedByName,
    counts: { total, unknown, accounted, needsHelp, offSite, excused },
  }
}

export async function activeEmergencies(db: Database): Promise<Emergency[]> {
  const rows = await selectEmergencies(db).where('e.state', '=', 'active').orderBy('e.triggeredAt', 'desc').execute()
  return rows.map(toEmergency)
}
