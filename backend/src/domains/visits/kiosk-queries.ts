// SQL of the tablets at receptions. Their tokens are kept as hashes.
import { sql } from 'kysely'
import type { Kiosk, kiosk } from '@rollcall/contracts/domains/kiosk'
import type { QueryOf } from '@rollcall/contracts/endpoint'
import { contains, listPage, type Page } from '../../database/list-page.ts'
import type { Database, DatabaseTransaction } from '../../database/schema.ts'

function selectKiosks(db: Database) {
  return db
    .selectFrom('kiosks as k')
    .innerJoin('buildings as b', 'b.id', 'k.buildingId')
    .select(['k.id', 'k.createdAt', 'k.updatedAt', 'k.name', 'k.buildingId', 'k.lastUsedAt', 'b.name as buildingName'])
}

export function listKiosks(db: Database, query: QueryOf<typeof kiosk.list>): Promise<Page<Kiosk>> {
  let found = selectKiosks(db)
  if (query.q) found = found.where(contains(query.q, sql.ref('k.name'), sql.ref('b.name')))
  const fields = { name: sql`lower(k.name)`, buildingName: sql`lower(b.name)`, lastUsedAt: sql.ref('k.lastUsedAt') }
  return listPage(found, query, { fields, fallback: 'name', unique: sql.ref('k.id') })
}

export function findKiosk(db: Database, id: string): Promise<Kiosk | undefined> {
  return selectKiosks(db).where('k.id', '=', id).executeTakeFirst()
}

/** With the time zone of its building. */
export function kioskOfToken(db: Database, tokenHash: string) {
  return selectKiosks(db).select('b.timezone').where('k.tokenHash', '=', tokenHash).executeTakeFirst()
}

export async function kioskWasUsed(tx: DatabaseTransaction, id: string): Promise<void> {
  await tx.updateTable('kiosks').set({ lastUsedAt: new Date() }).where('id', '=', id).execute()
}

/** Somebody of the house whose whole name this is; nobody when there are two. */
export async function hostNamed(db: Database, name: string): Promise<string | null> {
  const found = await db
    .selectFrom('people')
    .select('id')
    .where('entityType', '=', 'employee')
    .where('status', '=', 'active')
    .where(sql<boolean>`lower(full_name) = lower(${name})`)
    .limit(2)
    .execute()
  return found.length === 1 ? (found[0]?.id ?? null) : null
}
