// The audit log (spec 4.2 Audit; appendix, audit logging; rules 2 and 8).
import type { audit, AuditVerification } from '@rollcall/contracts/domains/audit'
import { guardedPersonFields } from '@rollcall/contracts/domains/personnel'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import { findRecord, listRecords, lockAuditHead, summarise } from '../../audit/audit-queries.ts'
import type { HeavyWork } from '../../heavy/heavy-work.ts'
import type { Context } from '../../http/context.ts'
import { found } from '../../http/refusal.ts'
import { visibleRecord, type AuditPart, type AuditPartRequest } from './audit-file.ts'

export function auditHandlers(heavy: HeavyWork): Handlers<typeof audit, Context> {
  return {
    async logs({ query, context }) {
      const page = await listRecords(context.db, query)
      const hidden = hiddenFrom(context)
      return { ...page, items: page.items.map((record) => visibleRecord(record, hidden)) }
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
      const content = auditParts(heavy, { query, hidden: hiddenFrom(context) })
      return query.format === 'csv'
        ? { mediaType: 'text/csv', fileName: 'audit.csv', content }
        : { mediaType: 'application/x-ndjson', fileName: 'audit.ndjson', content }
    },
  }
}

/** Fields of people that the caller may not see in the register either. */
function hiddenFrom({ may }: Context): string[] {
  return Object.entries(guardedPersonFields).flatMap(([field, permission]) => (may(permission) ? [] : [field]))
}

/** Each part is made by the thread when the one before has been taken: an export of any length needs little memory. */
async function* auditParts(heavy: HeavyWork, request: Omit<AuditPartRequest, 'after'>): AsyncGenerator<string> {
  for (let after: number | null = 0; after !== null;) {
    const part: AuditPart = await heavy.run('auditPart', { ...request, after } satisfies AuditPartRequest)
    yield part.text
    after = part.next
  }
}
