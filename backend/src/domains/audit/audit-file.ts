// The audit log as the text of a file, part by part: done by heavy-jobs.ts, asked for by audit-handlers.ts.
import type { AuditExportQuery, AuditRecord } from '@rollcall/contracts/domains/audit'
import type { z } from 'zod'
import { recordsAfter } from '../../audit/audit-queries.ts'
import type { Database } from '../../database/schema.ts'
import { csvLine } from '../csv-line.ts'

export type AuditPartRequest = {
  readonly query: z.output<typeof AuditExportQuery>
  /** Fields of people that the caller may not see. */
  readonly hidden: readonly string[]
  /** The last record of the part before; 0 for the first. */
  readonly after: number
}
/** `next`: to be asked for after this one; null when it was the last. */
export type AuditPart = { readonly text: string; readonly next: number | null }

/** Records of one part: half a megabyte of text. */
const partSize = 1000

const csvHead = csvLine([
  'seq',
  'at',
  'actor',
  'role',
  'ip',
  'action',
  'resource',
  'entityId',
  'method',
  'result',
  'count',
  'before',
  'after',
  'requestId',
  'hash',
])

export async function auditPart(db: Database, { query, hidden, after }: AuditPartRequest): Promise<AuditPart> {
  const { format, ...filters } = query
  const records = await recordsAfter(db, filters, after, partSize)
  const lines = records.map((record) => lineAs[format](visibleRecord(record, hidden)))
  const isCsvStart = format === 'csv' && after === 0
  return {
    text: (isCsvStart ? csvHead : '') + lines.join(''),
    next: records.length < partSize ? null : (records.at(-1)?.seq ?? null),
  }
}

/** Whoever may not see a person's phone number or health data in the register does not read them here either. */
export function visibleRecord(record: AuditRecord, hidden: readonly string[]): AuditRecord {
  if (record.resource !== 'people' || hidden.length === 0) return record
  const without = (side: AuditRecord['before']) =>
    side && Object.fromEntries(Object.entries(side).filter(([name]) => !hidden.includes(name)))
  return { ...record, before: without(record.before), after: without(record.after) }
}

const lineAs = {
  csv({ actor, before, after, ...record }: AuditRecord): string {
    const { seq, at, ip, action, resource, entityId, method, result, count, requestId, hash } = record
    const change = [before, after].map((value) => (value === null ? null : JSON.stringify(value)))
    const who = [actor?.email, actor?.role, ip]
    return csvLine([seq, at, ...who, action, resource, entityId, method, result, count, ...change, requestId, hash])
  },
  ndjson: (record: AuditRecord): string => `${JSON.stringify(record)}\n`,
} as const
