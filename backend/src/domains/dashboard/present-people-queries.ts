// SQL of the list of who is present (GET /api/dashboard/personnel).
import { sql } from 'kysely'
import type { dashboard, PresentPerson } from '@rollcall/contracts/domains/dashboard'
import type { QueryOf } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import { contains, listPage, type Page } from '../../database/list-page.ts'
import type { Database } from '../../database/schema.ts'
import { photoUrl } from '../personnel/person-queries.ts'
import { lastSighting, onSiteAge } from '../positions/position-queries.ts'
import { sumOf, type OnSite } from '../positions/presence.ts'

/** Whether the person `p` carries a badge, or one that was seen within five minutes, in a building or anywhere. */
const carriesBadge = sql<boolean>`EXISTS (
  SELECT 1 FROM transmitters t WHERE t.entity_type = p.entity_type AND t.entity_id = p.id)`
// The age as a sum: about `at` itself the planner believes its statistics, in which nothing is ever newer than the last count.
const isSeen = (buildingId?: string) => sql<boolean>`EXISTS (
  SELECT 1 FROM transmitters t JOIN positions_current c ON c.transmitter_id = t.transmitter_id
  WHERE t.entity_type = p.entity_type AND t.entity_id = p.id AND c.at + ${onSiteAge} > now()
    ${buildingId === undefined ? sql`` : sql`AND c.building_id = ${buildingId}`})`

/** on_site: seen within five minutes; unknown: carries no badge; off_site: everybody else. Looked up for the people of the page only. */
const presence = sql<'on_site' | 'off_site' | 'unknown'>`coalesce((
  SELECT CASE WHEN coalesce(bool_or(c.at + ${onSiteAge} > now()), false) THEN 'on_site' ELSE 'off_site' END
  FROM transmitters t LEFT JOIN positions_current c ON c.transmitter_id = t.transmitter_id
  WHERE t.entity_type = p.entity_type AND t.entity_id = p.id HAVING count(*) > 0), 'unknown')`
const isPresence = {
  on_site: isSeen(),
  off_site: sql<boolean>`${carriesBadge} AND NOT ${isSeen()}`,
  unknown: sql<boolean>`NOT ${carriesBadge}`,
}

export function listPresent(
  db: Database,
  query: QueryOf<typeof dashboard.personnel>,
  withPlace: boolean,
  onSite: () => Promise<OnSite>,
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
  if (query.presence !== undefined) people = people.where(isPresence[query.presence])
  if (query.buildingId !== undefined) people = people.where(isSeen(query.buildingId))
  if (query.q)
    people = people.where(contains(query.q, sql.ref('p.fullName'), sql.ref('p.employeeId'), sql.ref('d.name')))
  const sorting = {
    fields: { fullName: sql`lower(p.full_name)`, departmentName: sql`lower(d.name)`, presence },
    fallback: 'fullName',
    unique: sql.ref('p.id'),
  }
  return listPage(people, query, sorting, countedBefore(query, onSite))
}

/** How many are on site is counted for everybody once a second; undefined where more is asked for. */
function countedBefore(
  query: QueryOf<typeof dashboard.personnel>,
  onSite: () => Promise<OnSite>,
): Promise<number> | undefined {
  const { presence: wanted, buildingId, q, entityType, departmentId } = query
  if (wanted !== 'on_site' || buildingId !== undefined || q) return undefined
  return onSite().then(({ kinds }) =>
    sumOf(
      kinds.filter(
        (kind) =>
          kind.active &&
          (entityType === undefined || kind.entityType === entityType) &&
          (departmentId === undefined || kind.departmentId === departmentId),
      ),
    ),
  )
}
