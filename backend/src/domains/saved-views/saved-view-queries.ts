// SQL of saved views. Nobody finds those of others.
import { sql } from 'kysely'
import type { SavedView } from '@rollcall/contracts/domains/saved-views'
import type { Database } from '../../database/schema.ts'

const selectOwn = (db: Database, userId: string) =>
  db
    .selectFrom('savedViews')
    .select(['id', 'createdAt', 'updatedAt', 'list', 'name', 'query'])
    .where('userId', '=', userId)

export function listSavedViews(db: Database, userId: string): Promise<SavedView[]> {
  return selectOwn(db, userId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
}

export function findSavedView(db: Database, id: string, userId: string): Promise<SavedView | undefined> {
  return selectOwn(db, userId).where('id', '=', id).executeTakeFirst()
}

export async function countSavedViews(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('savedViews')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
