// SQL of phones as badges: one-time onboarding tokens and sealed identity-resolving keys (rules 8).
import { sql } from 'kysely'
import type { IrkRecord } from '@rollcall/contracts/domains/phone-beacon'
import type { EntityType } from '@rollcall/contracts/domains/positions'
import type { z } from 'zod'
import { contains, listPage, type ListQuery, type Page } from '../../database/list-page.ts'
import type { Database } from '../../database/schema.ts'

type Token = { tokenHash: string; personId: string; createdBy: string; expiresAt: string }

export async function insertToken(db: Database, token: Token): Promise<void> {
  await db.insertInto('phoneBeaconTokens').values(token).execute()
}

type Usable = { id: string; personId: string; name: string; entityType: EntityType; expiresAt: string }

/** Unused and in time. `lock`: until the transaction ends nobody else uses it. */
export function usableToken(db: Database, tokenHash: string, { lock }: { lock: boolean }): Promise<Usable | undefined> {
  return db
    .selectFrom('phoneBeaconTokens as t')
    .innerJoin('people as p', 'p.id', 't.personId')
    .select(['t.id', 't.personId', 't.expiresAt', 'p.fullName as name', 'p.entityType'])
    .where('t.tokenHash', '=', tokenHash)
    .where('t.usedAt', 'is', null)
    .where(sql<boolean>`t.expires_at > now()`)
    .$if(lock, (query) => query.forNoKeyUpdate('t'))
    .executeTakeFirst()
}

export async function spendToken(db: Database, id: string): Promise<void> {
  await db.updateTable('phoneBeaconTokens').set({ usedAt: new Date() }).where('id', '=', id).execute()
}

type Record = { transmitterId: string; irkSealed: Buffer; fingerprint: string; platform: string; label: string }

export async function insertIrk(db: Database, record: Record): Promise<void> {
  await db.insertInto('irkRecords').values(record).execute()
}

/** Never the key itself. */
export function listIrks(
  db: Database,
  query: ListQuery & { q?: string | undefined },
): Promise<Page<z.input<typeof IrkRecord>>> {
  let records = db
    .selectFrom('irkRecords as i')
    .innerJoin('transmitters as t', 't.transmitterId', 'i.transmitterId')
    .leftJoin('people as p', (join) => join.onRef('p.id', '=', 't.entityId').onRef('p.entityType', '=', 't.entityType'))
    .select(['i.id', 'i.createdAt', 'i.updatedAt', 'i.label', 'i.fingerprint', 'i.state', 'i.lastResolvedAt'])
    .select(['t.id as badgeId', 'p.id as personId', 'p.fullName as personName'])
    .select(['t.strengthDb', 't.strengthSureDb', 't.strengthAt'])
    .select(sql<z.input<typeof IrkRecord>['platform']>`i.platform`.as('platform'))
  if (query.q)
    records = records.where(contains(query.q, sql.ref('i.label'), sql.ref('p.fullName'), sql.ref('i.fingerprint')))
  return listPage(records, query, {
    fields: { createdAt: sql.ref('i.createdAt'), personName: sql`lower(p.full_name)`, label: sql`lower(i.label)` },
    fallback: '-createdAt',
    unique: sql.ref('i.id'),
  })
}
