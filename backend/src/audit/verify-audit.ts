// Checks the audit chain from its first kept row (retention removes older ones) to its head: a changed, removed or reordered row breaks it (rules 8).
// Called by GET /api/audit/verify, in a thread (heavy-jobs.ts), and by the command line. Reads in slices, so that a long log does not fill the memory.
import type { AuditVerification } from '@rollcall/contracts/domains/audit'
import type { z } from 'zod'
import type { Database } from '../database/schema.ts'
import { hashOf } from './audit-entry.ts'
import { auditHead, auditSlice, auditTail } from './audit-queries.ts'

type Verification = z.infer<typeof AuditVerification>

const sliceSize = 2000

export async function verifyChain(db: Database): Promise<Verification> {
  const head = await auditHead(db)
  const tail = await auditTail(db)
  let { seq, hash } = tail
  const broken = (at: number, reason: 'changed' | 'removed' | 'reordered') => ({
    checked: seq - tail.seq,
    broken: { seq: at, reason },
  })
  for (;;) {
    const rows = await auditSlice(db, seq, head.seq, sliceSize)
    for (const { hash: stored, ...content } of rows) {
      if (content.seq !== seq + 1) return broken(seq + 1, 'removed')
      if (content.previousHash !== hash) return broken(content.seq, 'reordered')
      if (hashOf(content) !== stored) return broken(content.seq, 'changed')
      seq = content.seq
      hash = stored
    }
    if (rows.length < sliceSize) break
  }
  if (seq !== head.seq) return broken(seq + 1, 'removed')
  return hash === head.hash ? { checked: seq - tail.seq, broken: null } : broken(seq, 'changed')
}
