// SQL of the list of who is present (GET /api/dashboard/personnel).
import { sql } from 'kysely'
import type { dashboard, PresentPerson } from '@rollcall/contracts/domains/dashboard'
import type { QueryOf } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import { contains, listPage, type Page } from '../../database/list-page.ts'
import type { Database } from '../../database/schema.ts'
import { photoUrl } from '../personnel/person-queries.ts'
import { lastSighting, onSiteAge } from '../positions/position-queries.ts'

/** Whoever carries a badge, and when and in which buildings it was seen; once for all, not once per person. */
const badges = sql<{ personId: string; seen: boolean; buildingIds: string[] }>`(
  SELECT t.entity_id AS person_id, coalesce(bool_or(c.at > now() - ${onSiteAge}), false) AS seen,
    array_agg(c.building_id) FILTER (WHERE c.at > now() - ${onSiteAge}) AS building_ids
  FROM transmitters t LEFT JOIN positions_current c ON c.transmitter_id = t.transmitter_id
  WHERE t.entity_id IS NOT NULL AND t.entity_type IN ('employee', 'visitor', 'contractor') GROUP BY t.entity_id)`

/** on_site: seen within five minutes; unknown: carries no badge; off_site: everybody else. */
const presence = sql<
  'on_site' | 'off_site' | 'unknown'
>`CASE WHEN b.person_id IS NULL THEN 'unknown' WHEN b.seen THEN 'on_site'
  ELSE 'off_site' END`

export function listPresent(
  db: Database,
  query: QueryOf<typeof dashboard.personnel>,
  withPlace: boolean,
): Promise<Page<z.input<typeof PresentPerson>>> {
  let people = db
    .selectFrom('people as p')
    .leftJoin('departments as d', 'd.id', 'p.departmentId')
    .leftJoin(badges.as('b'), (join) => join.onRef('b.personId', '=', 'p.id'))
    .select(['p.id as personId', 'p.fullName', 'p.entityType', 'd.name as departmentName'])
    .select([photoUrl('p').as('photoUrl'), presence.as('presence')])
    .$if(withPlace, (select) => select.select(lastSighting(sql.ref('p.entityType'), sql.ref('p.id')).as('lastSeen')))
    .where('p.status', '=', 'active')
  if (query.entityType !== undefined) people = people.where('p.entityType', '=', query.entityType)
  if (query.departmentId !== undefined) people = people.where('p.departmentId', '=', query.departmentId)
  if (query.presence !== undefined) people = people.where(presence, '=', query.presence)
  if (query.buildingId !== undefined)
    people = people.where(sql<boolean>`${query.buildingId}::uuid = ANY (b.building_ids)`)
  if (query.q)
    people = people.where(contains(query.q, sql.ref('p.fullName'), sql.ref('p.employeeId'), sql.ref('d.name')))
  return listPage(people, query, {
    fields: { fullName: sql`lower(p.full_name)`, departmentName: sql`lower(d.name)`, presence },
    fallback: 'fullName',
    unique: sql.ref('p.id'),
  })
}
