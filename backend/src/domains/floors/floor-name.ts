// What a floor is called where it is not clear whose it is: two buildings have a ground floor each. The page says the same
// (session/site-store.ts).
import { sql } from 'kysely'

/** "Ground floor", or "Ground floor, Annex" on a site of several buildings; `floor` is the alias of the floors in the query. */
export const fullFloorName = (floor: string) => sql<string>`${sql.id(floor)}.name || coalesce((
  SELECT ', ' || whole.name FROM buildings whole
  WHERE whole.id = ${sql.id(floor)}.building_id AND EXISTS (SELECT FROM buildings other WHERE other.id <> whole.id AND other.active)), '')`
