// SQL of emergency contacts.
import { sql } from 'kysely'
import type { Contact, contacts } from '@rollcall/contracts/domains/contacts'
import type { QueryOf } from '@rollcall/contracts/endpoint'
import { contains, listPage, type Page } from '../../database/list-page.ts'
import { changedNow } from '../../database/row-queries.ts'
import type { Database, DatabaseTransaction } from '../../database/schema.ts'

function selectContacts(db: Database) {
  return db
    .selectFrom('emergencyContacts')
    .select(['id', 'createdAt', 'updatedAt', 'name', 'role', 'email', 'phone', 'priority', 'active', 'buildingIds'])
    .select(['testedAt', 'answeredAt'])
    .select([sql<Contact['channels']>`channels`.as('channels'), sql<Contact['scenarios']>`scenarios`.as('scenarios')])
}

export function listContacts(db: Database, query: QueryOf<typeof contacts.list>): Promise<Page<Contact>> {
  let found = selectContacts(db)
  if (query.active !== undefined) found = found.where('active', '=', query.active)
  // An empty list of scenarios means all of them.
  if (query.scenario !== undefined)
    found = found.where(sql<boolean>`(scenarios = '{}' OR ${query.scenario} = ANY (scenarios))`)
  if (query.q)
    found = found.where(contains(query.q, ...['name', 'role', 'email', 'phone'].map((name) => sql.ref(name))))
  return listPage(found, query, {
    fields: { priority: sql.ref('priority'), name: sql`lower(name)`, createdAt: sql.ref('createdAt') },
    fallback: 'priority',
    unique: sql.ref('id'),
  })
}

export function findContact(db: Database, id: string): Promise<Contact | undefined> {
  return selectContacts(db).where('id', '=', id).executeTakeFirst()
}

export type ContactColumns = Omit<Contact, 'id' | 'createdAt' | 'updatedAt' | 'testedAt' | 'answeredAt'>

/** PostgreSQL checks no reference inside an array. */
export async function allBuildingsExist(db: Database, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true
  const rows = await db
    .selectFrom('buildings')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  return rows.length === new Set(ids).size
}

/** Two who set the order at once do so one after the other. */
export async function lockContacts(tx: DatabaseTransaction): Promise<void> {
  await tx.selectFrom('emergencyContacts').select('id').orderBy('id').forUpdate().execute()
}

export function contactsInOrder(db: Database): Promise<Contact[]> {
  return selectContacts(db).orderBy('priority').orderBy('id').execute()
}

/** These first, in this order; the others keep theirs behind them. */
export async function setContactOrder(db: Database, ids: readonly string[]): Promise<void> {
  await sql`
    UPDATE emergency_contacts c SET priority = least(place.number, 100), updated_at = ${changedNow()}
    FROM (SELECT o.id, row_number() OVER (ORDER BY named.number NULLS LAST, o.priority, o.id) AS number
      FROM emergency_contacts o LEFT JOIN unnest(${ids}::uuid[]) WITH ORDINALITY AS named (id, number) ON named.id = o.id) AS place
    WHERE place.id = c.id AND c.priority <> least(place.number, 100)`.execute(db)
}
