// Appends to the audit chain inside the transaction of the change it records (rules 8). Called by http/run-change.ts, by the
// sign-in and by the command line. The lock on the head row orders the chain; it is held until the commit, so this comes last.
import { randomUUID } from 'node:crypto'
import { auditSecretsOf } from '../database/audit-secrets.ts'
import type { DatabaseTransaction } from '../database/schema.ts'
import { appendRows, lockAuditHead, sealTail } from './audit-queries.ts'
import { hashOf, type AuditContent, type AuditEntry, type AuditOrigin, type ChainEnd } from './audit-entry.ts'
import { withheld } from './withheld-fields.ts'

export async function writeAudit(
  tx: DatabaseTransaction,
  origin: AuditOrigin,
  entries: readonly AuditEntry[],
): Promise<ChainEnd | null> {
  if (entries.length === 0) return null
  const { seal, ...last } = await lockAuditHead(tx)
  const [secret = null] = auditSecretsOf(tx)
  if (secret === null && seal !== null) throw new Error(withoutSecret)
  if (secret !== null && seal === null) await sealTail(tx)
  let head: ChainEnd = last
  for (let from = 0; from < entries.length; from += atOnce) {
    const part = chained(entries.slice(from, from + atOnce), origin, head, secret)
    head = part.head
    await appendRows(tx, part.rows, head)
  }
  return head
}

/** A row without the key would break the chain. */
const withoutSecret = 'This is written into the audit log, which is keyed: give AUDIT_SECRET.'

/** Thousands at once would keep everybody waiting while they are hashed and written down. */
const atOnce = 50

function chained(entries: readonly AuditEntry[], origin: AuditOrigin, head: ChainEnd, secret: string | null) {
  let { seq, hash } = head
  const rows = entries.map((entry) => {
    const content = contentOf(entry, origin, ++seq, hash)
    hash = hashOf(content, secret)
    return { ...content, before: jsonOrNull(content.before), after: jsonOrNull(content.after), hash }
  })
  return { rows, head: { seq, hash } }
}

function contentOf(entry: AuditEntry, origin: AuditOrigin, seq: number, previousHash: string) {
  return {
    seq,
    id: randomUUID(),
    at: new Date().toISOString(),
    ...(entry.origin ?? origin),
    action: entry.action,
    resource: entry.resource,
    entityId: entry.entityId ?? null,
    result: entry.result ?? 'success',
    // Through JSON once, so that what is hashed is what jsonb will give back (no undefined, no Date).
    ...withheld({ before: plain(entry.before), after: plain(entry.after) }),
    previousHash,
  } as const satisfies AuditContent
}

function plain(value: unknown): unknown {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as unknown)
}

function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}
