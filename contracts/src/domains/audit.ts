// Who did what: the backend's hash-chained audit log (spec 2.5, 4.2 Audit; appendix, audit logging; rules 2 and 8).
import { z } from 'zod'
import { get, perMinute, post } from '../endpoint.ts'
import { text, Time } from '../fields.ts'
import { listQuery, pageOf } from '../list.ts'

const AuditResult = z.enum(['success', 'denied', 'failed'])
const Snapshot = z.record(z.string(), z.unknown()).nullable()

export const AuditRecord = z.object({
  id: z.uuid(),
  /** Position in the chain, from 1, without gaps. */
  seq: z.number().int(),
  at: Time,
  /** Null: the system itself, or nobody signed in. */
  actor: z.object({ userId: z.string(), email: z.string(), role: z.string() }).nullable(),
  ip: z.string().nullable(),
  action: z.string(),
  resource: z.string(),
  entityId: z.string().nullable(),
  method: z.string().nullable(),
  result: AuditResult,
  before: Snapshot,
  after: Snapshot,
  requestId: z.string().nullable(),
  count: z.number().int().describe('How often it happened within a minute; more than 1 only of denials.'),
  hash: z.string(),
  previousHash: z.string(),
})
export type AuditRecord = z.infer<typeof AuditRecord>

const details = z
  .record(z.string().min(1).max(100), z.unknown())
  .refine((value) => JSON.stringify(value).length <= 16_384, 'at_most_json')
  .nullable()
/** Actor, address, time and request id come from the request, never from the body. */
export const AuditEntry = z.strictObject({
  action: text(100),
  resource: text(200),
  entityId: text(100).nullable().default(null),
  result: AuditResult.default('success'),
  before: details.default(null),
  after: details.default(null),
})

const filters = {
  actorId: z.string().max(64).optional(),
  action: text(100).optional(),
  resource: text(200).optional(),
  entityId: text(100).optional(),
  result: AuditResult.optional(),
  from: Time.optional(),
  to: Time.optional(),
}
export const AuditQuery = listQuery(filters)
export const AuditExportQuery = z.strictObject({ ...filters, format: z.enum(['csv', 'ndjson']).default('csv') })

const Tally = z.array(z.object({ key: z.string(), count: z.number().int() }))
export const AuditSummary = z.object({
  total: z.number().int(),
  byAction: Tally,
  byResource: Tally,
  byActor: Tally,
  byResult: Tally,
  /** Key: the day, yyyy-mm-dd, UTC. */
  byDay: Tally,
})
/** A record by its place in the chain and its hash. */
export const ChainEnd = z.object({ seq: z.number().int(), hash: z.string() })
/** The first record that does not fit the one before it; null when the chain is whole. */
export const AuditVerification = z.object({
  checked: z.number().int(),
  head: ChainEnd.describe('The newest record that was checked; compare it with what the log and reports named.'),
  broken: z
    .object({ seq: z.number().int(), reason: z.enum(['changed', 'removed', 'reordered', 'rebuilt', 'cut']) })
    .nullable(),
})

export const audit = {
  logs: get('/api/audit/logs', {
    access: 'audit.read',
    query: AuditQuery,
    reply: pageOf(AuditRecord),
    forLimited: 'refused',
    says: 'List the audit log',
  }),
  write: post('/api/audit/logs', AuditEntry, {
    access: 'audit.write',
    reply: AuditRecord,
    status: 201,
    changes: [],
    forLimited: 'refused',
    says: 'Add a record to the audit log',
  }),
  summary: get('/api/audit/summary', {
    access: 'audit.read',
    slow: true,
    query: z.strictObject({ from: Time.optional(), to: Time.optional() }),
    reply: AuditSummary,
    forLimited: 'refused',
    says: 'Count records of the audit log',
  }),
  export: get('/api/audit/export', {
    access: 'audit.export',
    slow: true,
    query: AuditExportQuery,
    reply: { file: ['text/csv', 'application/x-ndjson'] },
    limit: perMinute(20),
    forLimited: 'refused',
    says: 'Export the audit log',
  }),
  verify: get('/api/audit/verify', {
    access: 'audit.read',
    reply: AuditVerification,
    limit: perMinute(10),
    forLimited: 'refused',
    says: 'Check that no record of the audit log was changed, removed or reordered',
  }),
}
