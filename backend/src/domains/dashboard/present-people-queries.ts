// SQL of the list of who is present (GET /api/dashboard/personnel).
import { sql } from 'kysely'
import type { dashboard, PresentPerson } from '@rollcall/contracts/domains/dashboard'
import type { QueryOf } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import { contains, listPage, type Page } from '../../database/list-page.ts'
import type { Database } from '../../database/schema.ts'
import { photoUrl } from '../personnel/person-queries.ts'
import { lastSighting, onSiteAge } from '../positions/position-queries.ts'

/** on_site: seen within five minutes; unknown: carries no badge; off_site: everybody else. */
const presence = sql<'on_site' | 'off_site' | 'unknown'>`CASE
  WHEN NOT EXISTS (SELECT 1 FROM transmitters t WHERE t.entity_id = p.id AND t.entity_type = p.entity_type) THEN 'unknown'
  WHEN EXISTS (SELECT 1 FROM transmitters t JOIN positions_current c ON c.transmitter_id = t.transmitter_id
    WHERE t.entity_id = p.id AND t.entity_type = p.entity_type AND c.at > now() - ${onSiteAge}) THEN 'on_site'
  ELSE 'off_site' END`

const isIn = (buildingId: string) => sql<boolean>`EXISTS (
  SELECT 1 FROM transmitters t JOIN positions_current c ON c.transmitter_id = t.transmitter_id
  WHERE t.entity_id = p.id AND t.entity_type = p.entity_type AND c.building_id = ${buildingId} AND c.at > now() - ${onSiteAge})`

export function listPresent(
  db: Database,
  query: QueryOf<typeof dashboard.personnel>,
  withPlace: boolean,
): Promise<Page<z.input<typeof PresentPerson>>> {
  let people = db
    .selectFrom('people as p')
    .leftJoin('departments as d', 'd.id', 'p.departmentId')
    .select(['p.id as personId', 'p.fullName', 'p.entityType', 'd.name as departmentName'])
    .select([photoUrl('p').as('photoUrl'), presence.as('presence')])
    .$if(withPlace, (select) => select.select(lastSighting(sql.ref('p.entityType'), sql.ref('p.id')).as('lastSeen')))
    .where('p.status', '=', 'active')
  if (query.entityType !== undefined) people = people.where('p.entityType', '=', query.entityType)
  if (query.departmentId !== undefined) people = people.where('p.departmentId', '=', query.departmentId)
  if (query.presence !== undefined) people = people.where(presence, '=', query.presence)
  if (query.buildingId !== undefined) people = people.where(isIn(query.buildingId))
  if (query.q)
    people = people.where(contains(query.q, sql.ref('p.fullName'), sql.ref('p.employeeId'), sql.ref('d.name')))
  return listPage(people, query, {
    fields: { fullName: sql`lower(p.full_name)`, departmentName: sql`lower(d.name)`, presence },
    fallback: 'fullName',
    unique: sql.ref('p.id'),
  })
}
