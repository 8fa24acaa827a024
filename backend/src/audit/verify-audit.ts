// Checks the audit chain from its first row to its head: a changed, removed or reordered row breaks it (decisions 8).
// Called by GET /api/audit/verify and the command line. Reads in slices, so that a long log does not fill the memory.
import type { AuditVerification } from '@rollcall/contracts/domains/audit'
import type { z } from 'zod'
import type { Database } from '../database/schema.ts'
import { hashOf } from './audit-entry.ts'
import { auditHead, auditSlice } from './audit-queries.ts'

type Verification = z.infer<typeof AuditVerification>

const sliceSize = 2000

export async function verifyChain(db: Database): Promise<Verification> {
  const head = await auditHead(db)
  let seq = 0
  let hash = '0'.repeat(64)
  for (;;) {
    const rows = await auditSlice(db, seq, head.seq, sliceSize)
    for (const { hash: stored, ...content } of rows) {
      if (content.seq !== seq + 1) return broken(seq, seq + 1, 'removed')
      if (content.previousHash !== hash) return broken(seq, content.seq, 'reordered')
      if (hashOf(content) !== stored) return broken(seq, content.seq, 'changed')
      seq = content.seq
      hash = stored
    }
    if (rows.length < sliceSize) break
  }
  if (seq !== head.seq) return broken(seq, seq + 1, 'removed')
  return hash === head.hash ? { checked: seq, broken: null } : broken(seq, seq, 'changed')
}

function broken(checked: number, seq: number, reason: 'changed' | 'removed' | 'reordered'): Verification {
  return { checked, broken: { seq, reason } }
}
