// Checks the audit chain from its first kept row (retention removes older ones) to its head: a changed, removed or reordered row breaks
// it, and without the key nobody can build another one or move its ends (rules 8; docs/decisions/0056-a-keyed-audit-chain.md). Called by
// GET /api/audit/verify, in a thread (heavy-jobs.ts), and by the command line. Reads in slices, so that a long log does not fill the memory.
import type { AuditVerification } from '@rollcall/contracts/domains/audit'
import type { z } from 'zod'
import { auditSecretsOf } from '../database/audit-secrets.ts'
import type { Database } from '../database/schema.ts'
import { countSealOf, hashOf, sealOf, type AuditContent, type ChainEnd } from './audit-entry.ts'
import { auditHead, auditSlice, auditTail } from './audit-queries.ts'

type Verification = z.infer<typeof AuditVerification>
type Broken = NonNullable<Verification['broken']>

const sliceSize = 2000

/** `known`: newest records as a log or a report named them; the chain must still hold them. */
export async function verifyChain(db: Database, known: readonly ChainEnd[] = []): Promise<Verification> {
  const secrets = auditSecretsOf(db)
  const head = await auditHead(db)
  const tail = await auditTail(db)
  const check = createRowCheck(secrets, head.seal !== null)
  const wanted = new Map(known.map((end) => [end.seq, end.hash]))
  let { seq, hash } = tail
  const answer = (broken: Broken | null) => ({ checked: seq - tail.seq, head: { seq, hash }, broken })
  const brokenAt = (at: number, reason: Broken['reason']) => answer({ seq: at, reason })
  for (;;) {
    const rows = await auditSlice(db, seq, head.seq, sliceSize)
    for (const { hash: stored, count, countSeal, ...content } of rows) {
      if (content.seq !== seq + 1) return brokenAt(seq + 1, 'removed')
      if (content.previousHash !== hash) return brokenAt(content.seq, 'reordered')
      if (!check.row(content, stored)) return brokenAt(content.seq, 'changed')
      if (!check.count(stored, count, countSeal)) return brokenAt(content.seq, 'changed')
      seq = content.seq
      hash = stored
      if ((wanted.get(seq) ?? hash) !== hash) return brokenAt(seq, 'rebuilt')
    }
    if (rows.length < sliceSize) break
  }
  if (seq !== head.seq) return brokenAt(seq + 1, 'removed')
  if (hash !== head.hash) return brokenAt(seq, 'changed')
  const missing = known.find((end) => end.seq > head.seq)
  if (missing) return brokenAt(missing.seq, 'removed')
  return answer(endsBroken(secrets, head, tail, check.isKeyed()))
}

type Sealed = ChainEnd & { readonly seal: string | null }

/** Whoever moves an end of the chain, or builds another one, cannot seal it. */
function endsBroken(secrets: readonly string[], head: Sealed, tail: Sealed, isKeyed: boolean): Broken | null {
  if (secrets.length === 0 || head.seq === 0) return null
  const isSealed = (which: 'head' | 'tail', end: Sealed) =>
    secrets.some((secret) => sealOf(which, end, secret) === end.seal)
  if (!isKeyed && head.seq > tail.seq) return { seq: head.seq, reason: 'rebuilt' }
  if (!isSealed('head', head)) return { seq: head.seq, reason: 'cut' }
  return tail.seq === 0 || isSealed('tail', tail) ? null : { seq: tail.seq + 1, reason: 'cut' }
}

/** Rows from before there was a key come first, then those of former keys, and never again after one of a newer key. */
function createRowCheck(secrets: readonly string[], headIsSealed: boolean) {
  const keys: readonly (string | null)[] = [null, ...secrets.toReversed()]
  // Without the key there is nothing to hold the rows against but their order.
  const isBlind = secrets.length === 0 && headIsSealed
  let at = 0
  return {
    row(content: AuditContent, stored: string): boolean {
      if (isBlind) return true
      const found = keys.findIndex((key, index) => index >= at && hashOf(content, key) === stored)
      if (found >= 0) at = found
      return found >= 0
    },
    count: (hash: string, count: number, seal: string | null) =>
      isBlind || count === 1 || secrets.some((secret) => countSealOf(hash, count, secret) === seal),
    isKeyed: () => at > 0,
  }
}
