// A list of people, receivers, badges or assets: whoever has one of its numbers already is changed, anybody else is added, row by row; a
// refused row does not undo the others (rules 8). Called by the handlers of each kind, also to see what would become of a list.
import { randomUUID } from 'node:crypto'
import { check } from '@rollcall/contracts/check'
import type { ImportKind } from '@rollcall/contracts/domains/imports'
import type { BulkResult } from '@rollcall/contracts/list'
import type { Permission } from '@rollcall/contracts/permissions'
import { z } from 'zod'
import type { ChangeRecord } from '../../audit/audit-entry.ts'
import type { Database, DatabaseTransaction } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { Refusal, refuse, refuseField } from '../../http/refusal.ts'
import { eachRow } from '../bulk-rows.ts'
import type { Work } from '../resource.ts'
import { addImportRows, findNumbers, type NewImportRow, openImport } from './import-queries.ts'

type Stored = { readonly id: string; readonly updatedAt: string }
type Written<Item> = { readonly after: Item; readonly record: ChangeRecord }

/** Something that a list may hold. */
export type Importable<Item extends Stored = Stored> = {
  /** Also its table. */
  readonly kind: ImportKind
  /** What its audit records begin with. */
  readonly domain: string
  /** The organisation's own number: a field, and its column. */
  readonly number: { readonly field: string; readonly column: string }
  /** Of a new one. */
  readonly schema: z.ZodType
  readonly mayChange: Permission
  readonly mayRemove: Permission
  nameOf(item: Item): string
  readonly resource: {
    find(db: Database, id: string, context: Context): Promise<Item | undefined>
    createOne(work: Work, body: never): Promise<Written<Item>>
    changeOne(work: Work, id: string, body: never): Promise<Written<Item>>
    removeOne(work: Work, id: string): Promise<ChangeRecord>
  }
  /** Last word on a row before it is written, `before` being null for a new one; `note` what else was created for it. */
  prepare?(row: Row, before: Item | null, work: Work, note: (row: NewImportRow) => void): Promise<Row> | Row
  /** What this caller may not see, and therefore not find out by comparing. */
  hidden?(context: Context): readonly string[]
  /** Why one that an import created cannot simply go any more; null: it can. */
  usedSince?(tx: DatabaseTransaction, item: Item): Promise<string | null>
}

export type Row = Readonly<Record<string, unknown>>
type Options = {
  readonly preview: boolean
  readonly importId?: string | undefined
  readonly fileName?: string | undefined
}
type Result = z.input<typeof BulkResult>
type Outcome = Extract<Result['rows'][number], { ok: true }>

export async function importList<Item extends Stored>(
  context: Context,
  kind: Importable<Item>,
  rows: readonly Row[],
  { preview, importId = randomUUID(), fileName }: Options,
): Promise<Result> {
  if (preview) return undone(context.db, async (tx) => (await writeRows({ tx, context }, kind, rows)).reply)
  return context.change(async (tx) => {
    const { reply, records, notes } = await writeRows({ tx, context }, kind, rows)
    if (notes.length > 0) {
      const by = { actorId: context.user.id, actorName: context.user.displayName }
      const { created, changed } = reply
      const isMine = await openImport(tx, { id: importId, kind: kind.kind, fileName, created, changed, ...by })
      if (!isMine) refuseField('importId', 'import_of_another')
      await addImportRows(tx, importId, notes)
    }
    return { reply, record: records }
  })
}

async function writeRows<Item extends Stored>(work: Work, kind: Importable<Item>, rows: readonly Row[]) {
  const { field, column } = kind.number
  const numbers = rows.map((row) => String(row[field]))
  const known = await findNumbers(work.tx, kind.kind, column, numbers)
  const seen = new Set<string>()
  const records: ChangeRecord[] = []
  const notes: NewImportRow[] = []
  const answers = await eachRow(work.tx, rows, async (row, index): Promise<Omit<Outcome, 'index' | 'ok'>> => {
    const number = numbers[index]?.toLowerCase() ?? ''
    if (seen.has(number)) refuseField(field, 'same_row')
    seen.add(number)
    const written = await writeRow(work, kind, row, known.get(index))
    records.push(...written.records)
    notes.push(...written.notes)
    return written.answer
  })
  const count = (outcome: Outcome['outcome']) => answers.filter((row) => row.ok && row.outcome === outcome).length
  const counts = { created: count('created'), changed: count('changed'), unchanged: count('unchanged') }
  const failed = answers.filter(({ ok }) => !ok).length
  return { reply: { ...counts, failed, rows: answers }, records, notes }
}

async function writeRow<Item extends Stored>(work: Work, kind: Importable<Item>, given: Row, id: string | undefined) {
  const before = id === undefined ? null : ((await kind.resource.find(work.tx, id, work.context)) ?? null)
  const also: NewImportRow[] = []
  const row = (await kind.prepare?.(given, before, work, (one) => also.push(one))) ?? given
  if (before === null) {
    const { after, record } = await kind.resource.createOne(work, bodyOfNew(kind, row) as never)
    const notes = [...also, noteOf(kind, null, after)]
    const answer = { id: after.id, outcome: 'created' as const, fields: [] }
    return { answer, notes, records: [...recordsOf(also), { ...record, action: `${kind.domain}.create` }] }
  }
  const hidden = kind.hidden?.(work.context) ?? []
  // By its number it was found, whatever the case: that is no change.
  const changes = Object.entries(row).filter(
    ([key, value]) => key !== kind.number.field && (hidden.includes(key) || differs(value, before, key)),
  )
  if (changes.length === 0) {
    return {
      answer: { id: before.id, outcome: 'unchanged' as const, fields: [] },
      notes: also,
      records: recordsOf(also),
    }
  }
  if (!work.context.may(kind.mayChange)) refuse('forbidden')
  const { after, record } = await kind.resource.changeOne(work, before.id, Object.fromEntries(changes) as never)
  const answer = { id: before.id, outcome: 'changed' as const, fields: changes.map(([key]) => key) }
  const notes = [...also, noteOf(kind, before, after)]
  return { answer, notes, records: [...recordsOf(also), { ...record, action: `${kind.domain}.change` }] }
}

function bodyOfNew({ schema }: Pick<Importable, 'schema'>, row: Row): unknown {
  const checked = check(schema, row)
  if (!checked.ok) throw new Refusal('validation_failed', checked.issues)
  return checked.data
}

/** What undoing it needs: what of it changed, and its version now. */
function noteOf<Item extends Stored>(kind: Importable<Item>, before: Item | null, after: Item): NewImportRow {
  const all = fieldsOf(kind.schema)
  const fields = before ? all.filter((key) => differs(valueOf(after, key), before, key)) : all
  const part = (item: Item) => Object.fromEntries(fields.map((key) => [key, valueOf(item, key) ?? null]))
  return {
    tableName: kind.kind,
    entityId: after.id,
    name: kind.nameOf(after),
    before: before && part(before),
    after: part(after),
    version: after.updatedAt,
  }
}

function recordsOf(also: readonly NewImportRow[]): ChangeRecord[] {
  return also.map(({ entityId, tableName, after }) => {
    return { action: `${tableName}.create`, resource: tableName, entityId, after }
  })
}

function fieldsOf(schema: z.ZodType): string[] {
  // An alias is renamed before the object is parsed (contracts: entity-type-alias).
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.out as z.ZodType)
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

const valueOf = (item: object, key: string) => (item as Readonly<Record<string, unknown>>)[key]
const differs = (value: unknown, item: object, key: string) => (value ?? null) !== (valueOf(item, key) ?? null)

/** What would be, without its being so. */
async function undone<T>(db: Database, work: (tx: DatabaseTransaction) => Promise<T>): Promise<T> {
  const answer: { reply?: T } = {}
  const never = new Error('Only a preview')
  await db
    .transaction()
    .execute(async (tx) => {
      answer.reply = await work(tx)
      throw never
    })
    .catch((error: unknown) => {
      if (error !== never) throw error
    })
  return answer.reply as T
}
