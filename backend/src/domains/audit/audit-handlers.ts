// The audit log (spec 4.2 Audit; appendix, audit logging; rules 2 and 8).
import type { audit, AuditRecord, AuditVerification } from '@rollcall/contracts/domains/audit'
import { guardedPersonFields } from '@rollcall/contracts/domains/personnel'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import { eachRecord, findRecord, listRecords, lockAuditHead, summarise } from '../../audit/audit-queries.ts'
import type { HeavyWork } from '../../heavy/heavy-work.ts'
import type { Context } from '../../http/context.ts'
import { found } from '../../http/refusal.ts'
import { csvLine } from '../csv-line.ts'

export function auditHandlers(heavy: HeavyWork): Handlers<typeof audit, Context> {
  return {
    async logs({ query, context }) {
      const page = await listRecords(context.db, query)
      return { ...page, items: page.items.map((record) => visibleRecord(record, context)) }
    },
    summary: ({ query, context }) => summarise(context.db, query),
    verify: () => heavy.run<null, z.infer<typeof AuditVerification>>('verifyAudit', null),
    /** The record is itself the change; it is read back by the sequence number it gets from the locked head. */
    async write({ body, context }) {
      const seq = await context.change(async (tx) => {
        const head = await lockAuditHead(tx)
        return { reply: head.seq + 1, record: body }
      })
      return found(await findRecord(context.db, seq))
    },
    async export({ query, context }) {
      const { format, ...filters } = query
      const records = visibleRecords(eachRecord(context.db, filters), context)
      return format === 'csv'
        ? { mediaType: 'text/csv', fileName: 'audit.csv', content: asCsv(records) }
        : { mediaType: 'application/x-ndjson', fileName: 'audit.ndjson', content: asLines(records) }
    },
  }
}

/** Whoever may not see a person's phone number or health data in the register does not read them here either. */
function visibleRecord(record: AuditRecord, context: Context): AuditRecord {
  if (record.resource !== 'people') return record
  const hidden = Object.entries(guardedPersonFields).filter(([, permission]) => !context.may(permission))
  if (hidden.length === 0) return record
  const without = (side: AuditRecord['before']) =>
    side && Object.fromEntries(Object.entries(side).filter(([name]) => !hidden.some(([field]) => field === name)))
  return { ...record, before: without(record.before), after: without(record.after) }
}

async function* visibleRecords(records: AsyncIterable<AuditRecord>, context: Context): AsyncGenerator<AuditRecord> {
  for await (const record of records) yield visibleRecord(record, context)
}

async function* asCsv(records: AsyncIterable<AuditRecord>): AsyncGenerator<string> {
  yield csvLine([
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
    'before',
    'after',
    'requestId',
    'hash',
  ])
  for await (const { actor, before, after, ...record } of records) {
    const { seq, at, ip, action, resource, entityId, method, result, requestId, hash } = record
    const change = [before, after].map((value) => (value === null ? null : JSON.stringify(value)))
    yield csvLine([
      seq,
      at,
      actor?.email,
      actor?.role,
      ip,
      action,
      resource,
      entityId,
      method,
      result,
      ...change,
      requestId,
      hash,
    ])
  }
}

async function* asLines(records: AsyncIterable<AuditRecord>): AsyncGenerator<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`
}
