// Denials by the backend, 401 and 403 of a guarded row, in the audit log (rules 5): one record for the same user, row and reason within a
// minute, whose count rises with each repetition, so that a loop cannot fill the log. Whoever has no account is one user here; the
// server layer's own log has the address of each. Made by server.ts, called by implement.ts.
import type { FastifyBaseLogger } from 'fastify'
import { repeat, type Repeated } from '../background/repeat.ts'
import type { Database } from '../database/schema.ts'
import type { AuditEntry, AuditOrigin } from '../audit/audit-entry.ts'
import { raiseCount } from '../audit/audit-queries.ts'
import { writeAudit } from '../audit/write-audit.ts'

export type Denials = {
  /** Resolves when the record is there; where it cannot be written, the log has it instead. */
  record(origin: AuditOrigin, kind: Pick<AuditEntry, 'action' | 'resource'>, reason: string): Promise<void>
  readonly work: Repeated
}

type Denial = {
  /** Of its record; rejected when it could not be written. */
  readonly seq: Promise<number | undefined>
  readonly until: number
  count: number
  written: number
}

const windowMs = 60_000
const writeEveryMs = 5_000

export function createDenials(db: Database, log: FastifyBaseLogger): Denials {
  const recent = new Map<string, Denial>()
  const write = async (origin: AuditOrigin, entry: AuditEntry) =>
    (await db.transaction().execute((tx) => writeAudit(tx, origin, [entry])))?.seq
  const writeCounts = async () => {
    for (const [key, denial] of recent) {
      const { count } = denial
      const seq = await denial.seq.catch(() => undefined)
      if (seq === undefined) continue
      if (count > denial.written) await raiseCount(db, seq, count)
      denial.written = count
      if (denial.until <= performance.now() && denial.count === count) recent.delete(key)
    }
  }
  const work = repeat({
    name: 'count-denials',
    everyMs: writeEveryMs,
    work: writeCounts,
    whileFailing: 'How often denied requests were repeated is written later.',
    log,
  })
  return {
    work,
    async record(origin, kind, reason) {
      const key = [origin.actorId, kind.action, reason].join(' ')
      // One that is over, but not counted yet, is done with first.
      if ((recent.get(key)?.until ?? Infinity) <= performance.now()) await work.run()
      const entry: AuditEntry = { ...kind, result: 'denied', after: { reason } }
      const known = recent.get(key)
      const denial = known ?? { seq: write(origin, entry), until: performance.now() + windowMs, count: 0, written: 1 }
      denial.count++
      recent.set(key, denial)
      try {
        await denial.seq
      } catch (error) {
        // The next one is written anew; each that was not has its line.
        if (recent.get(key) === denial) recent.delete(key)
        log.error({ code: 'denial_not_recorded', err: error, ...origin, ...entry }, 'A denial could not be recorded.')
      }
    },
  }
}
