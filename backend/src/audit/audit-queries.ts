// SQL of the audit log: slices for the verifier, lists, counts and exports for the API.
import { sql, type Insertable } from 'kysely'
import type { AuditQuery, AuditRecord, AuditSummary } from '@rollcall/contracts/domains/audit'
import type { z } from 'zod'
import { contains, listPage, type Page } from '../database/list-page.ts'
import { auditSecretsOf } from '../database/audit-secrets.ts'
import type { Database, Tables } from '../database/schema.ts'
import { countSealOf, sealOf, type ChainEnd } from './audit-entry.ts'

type SealedEnd = ChainEnd & { readonly seal: string | null }

export function auditHead(db: Database): Promise<SealedEnd> {
  return db.selectFrom('auditHead').select(['seq', 'hash', 'seal']).executeTakeFirstOrThrow()
}

/** The last row that retention removed; the kept part of the chain begins after it. */
export function auditTail(db: Database): Promise<SealedEnd> {
  return db.selectFrom('auditTail').select(['seq', 'hash', 'seal']).executeTakeFirstOrThrow()
}

/** Removes the beginning of the chain up to the newest row older than `cutoff`, `limit` rows at most, and remembers its hash. Answers how
 * many. */
export async function removeRowsBefore(tx: Database, cutoff: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ seq: number; hash: string }>`
    SELECT seq, hash FROM audit_log WHERE seq < coalesce((SELECT min(seq) FROM audit_log WHERE at >= ${cutoff}),
      (SELECT max(seq) FROM audit_log)) AND seq < (SELECT min(seq) FROM audit_log) + ${limit}::bigint
    ORDER BY seq DESC LIMIT 1`.execute(tx)
  const last = rows[0]
  if (!last) return 0
  const removed = await tx.deleteFrom('auditLog').where('seq', '<=', last.seq).executeTakeFirst()
  await tx
    .updateTable('auditTail')
    .set({ ...last, removedAt: new Date(), seal: sealed(tx, 'tail', last) })
    .execute()
  return Number(removed.numDeletedRows)
}

/** Until the transaction ends nobody else appends. */
export function lockAuditHead(tx: Database): Promise<SealedEnd> {
  return tx.selectFrom('auditHead').select(['seq', 'hash', 'seal']).forUpdate().executeTakeFirstOrThrow()
}

/** With the head, in one statement: everybody else waits for it. */
export async function appendRows(
  tx: Database,
  rows: readonly Insertable<Tables['auditLog']>[],
  head: ChainEnd,
): Promise<void> {
  const seal = sealed(tx, 'head', head)
  await tx
    .with('moved', (also) => also.updateTable('auditHead').set({ ...head, seal }))
    .insertInto('auditLog')
    .values(rows)
    .execute()
}

/** Where the kept part begins, when the chain is taken under a key. */
export async function sealTail(tx: Database): Promise<void> {
  const tail = await auditTail(tx)
  await tx
    .updateTable('auditTail')
    .set({ seal: sealed(tx, 'tail', tail) })
    .execute()
}

function sealed(db: Database, which: 'head' | 'tail', end: ChainEnd): string | null {
  const [secret] = auditSecretsOf(db)
  return secret === undefined ? null : sealOf(which, end, secret)
}

/** How often a denial was repeated, for its record. */
export async function raiseCount(db: Database, seq: number, count: number): Promise<void> {
  const [secret] = auditSecretsOf(db)
  await db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('auditLog').select('hash').where('seq', '=', seq).executeTakeFirst()
    const countSeal = row && secret !== undefined ? countSealOf(row.hash, count, secret) : null
    await tx.updateTable('auditLog').set({ count, countSeal }).where('seq', '=', seq).execute()
  })
}

const columns = [
  'seq',
  'id',
  'at',
  'actorId',
  'actorEmail',
  'actorRole',
  'ip',
  'action',
  'resource',
  'entityId',
] as const
const moreColumns = ['method', 'result', 'before', 'after', 'requestId', 'previousHash', 'hash', 'count'] as const

/** Rows after `after` up to `last`, in order. */
export function auditSlice(db: Database, after: number, last: number, size: number) {
  return db
    .selectFrom('auditLog')
    .select([...columns, ...moreColumns, 'countSeal'])
    .where('seq', '>', after)
    .where('seq', '<=', last)
    .orderBy('seq')
    .limit(size)
    .execute()
}

type Filters = Omit<z.output<typeof AuditQuery>, 'page' | 'pageSize' | 'sort' | 'q'>

function selectRecords(db: Database, filters: Filters) {
  let records = db.selectFrom('auditLog').select([...columns, ...moreColumns])
  // As text: an id that is not a UUID simply matches nothing.
  if (filters.actorId !== undefined) records = records.where(sql`actor_id::text`, '=', filters.actorId)
  if (filters.action !== undefined) records = records.where('action', '=', filters.action)
  if (filters.resource !== undefined) records = records.where('resource', '=', filters.resource)
  if (filters.entityId !== undefined) records = records.where('entityId', '=', filters.entityId)
  if (filters.result !== undefined) records = records.where('result', '=', filters.result)
  if (filters.from !== undefined) records = records.where('at', '>=', filters.from)
  if (filters.to !== undefined) records = records.where('at', '<', filters.to)
  return records
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRecords>['execute']>>[number]

export async function listRecords(db: Database, query: z.output<typeof AuditQuery>): Promise<Page<AuditRecord>> {
  let records = selectRecords(db, query)
  if (query.q) {
    const searched = ['action', 'resource', 'entityId', 'actorEmail', 'ip', 'requestId']
    records = records.where(contains(query.q, ...searched.map((name) => sql.ref(name))))
  }
  const sorting = {
    fields: { at: sql.ref('seq'), seq: sql.ref('seq'), action: sql.ref('action'), resource: sql.ref('resource') },
    fallback: '-seq',
    unique: sql.ref('seq'),
    neverNull: true,
  } as const
  const { page: _page, pageSize: _size, sort: _sort, ...filters } = query
  const isWhole = Object.values(filters).every((value) => value === undefined)
  const page = await listPage(records, query, sorting, isWhole ? chainLength(db) : undefined)
  return { ...page, items: page.items.map(toRecord) }
}

/** The chain has no gaps, so that its length needs no counting. */
async function chainLength(db: Database): Promise<number> {
  const [head, tail] = await Promise.all([auditHead(db), auditTail(db)])
  return head.seq - tail.seq
}

/** The next so many, oldest first. */
export async function recordsAfter(
  db: Database,
  filters: Filters,
  after: number,
  most: number,
): Promise<AuditRecord[]> {
  const rows = await selectRecords(db, filters).where('seq', '>', after).orderBy('seq').limit(most).execute()
  return rows.map(toRecord)
}

export async function findRecord(db: Database, seq: number): Promise<AuditRecord | undefined> {
  const row = await selectRecords(db, {}).where('seq', '=', seq).executeTakeFirst()
  return row && toRecord(row)
}

export async function summarise(
  db: Database,
  range: { from?: string | undefined; to?: string | undefined },
): Promise<z.input<typeof AuditSummary>> {
  const tally = async (key: string) => {
    const { rows } = await sql<{ key: string; count: number }>`
      SELECT ${sql.raw(key)} AS key, count(*) AS count FROM audit_log
      WHERE (${range.from ?? null}::timestamptz IS NULL OR at >= ${range.from ?? null}::timestamptz)
        AND (${range.to ?? null}::timestamptz IS NULL OR at < ${range.to ?? null}::timestamptz)
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 400`.execute(db)
    return rows
  }
  const [byAction, byResource, byActor, byResult, byDay] = await Promise.all([
    tally('action'),
    tally('resource'),
    tally(`coalesce(actor_email, 'system')`),
    tally('result'),
    tally(`to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`),
  ])
  const total = byResult.reduce((sum, { count }) => sum + count, 0)
  return { total, byAction, byResource, byActor, byResult, byDay: byDay.toSorted((a, b) => (a.key < b.key ? -1 : 1)) }
}

function toRecord({ actorId, actorEmail, actorRole, ...row }: Row): AuditRecord {
  const actor = actorId === null ? null : { userId: actorId, email: actorEmail ?? '', role: actorRole ?? '' }
  return { ...row, actor, before: snapshot(row.before), after: snapshot(row.after) }
}

function snapshot(value: unknown): Record<string, unknown> | null {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}
