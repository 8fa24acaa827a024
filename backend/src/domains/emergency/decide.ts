// A decision about one person on a roster, by a tap on the board or by their own link (rules 9). Decisions on one emergency that come
// while others are being written are written together: each needs its lock, and would wait for it on a connection of its own.
import type { ProblemCode } from '@rollcall/contracts/problems'
import type { ChangeRecord } from '../../audit/audit-entry.ts'
import type { Context } from '../../http/context.ts'
import { isUnavailable } from '../../http/database-refusal.ts'
import { Refusal } from '../../http/refusal.ts'
import { createGroups } from '../../in-groups.ts'
import { accountPeople } from './account-people.ts'
import type { EmergencyLine } from './emergency-line.ts'
import { evidenceNow, type Known } from './evidence.ts'
import { isOpenFor, lockCurrent, type ActiveEvent } from './lock-active.ts'
import type { Decision } from './muster-queries.ts'

type Asked = {
  readonly emergencyId: string
  readonly personId: string
  readonly decision: Decision
  /** What is answered when the emergency has ended. */
  readonly whenOver: ProblemCode
}
type Job = Asked & { readonly context: Context; readonly known: readonly Known[] }

/** Answers the emergency it was written into. */
export type Decide = (context: Context, asked: Asked) => Promise<ActiveEvent>

export function createDecide(inLine: EmergencyLine): Decide {
  const together = createGroups<Job, ActiveEvent>({
    work: (jobs) => inLine(jobs[0]!.emergencyId, () => writeTogether(jobs)),
    nameOf: ({ personId }) => personId,
    isCommon: (error) => error instanceof Refusal || isUnavailable(error),
  })
  return async (context, asked) => {
    // Before the lock is taken, because everybody else waits for that.
    const known = await evidenceNow(context.db, asked.emergencyId, [asked.personId])
    return together(asked.emergencyId, { ...asked, context, known })
  }
}

/** About each person once. */
function writeTogether(jobs: readonly Job[]): Promise<(ActiveEvent | Refusal)[]> {
  const { context, emergencyId } = jobs[0]!
  return context.change(async (tx) => {
    const event = await lockCurrent(tx, emergencyId)
    const isOver = (job: Job) => !isOpenFor(event, job.decision.decidedAt)
    const open = jobs.filter((job) => !isOver(job))
    const { changed, refused } = await accountPeople(
      tx,
      event.id,
      open.map(({ personId, decision }) => ({ ...decision, personId })),
      open.flatMap(({ known }) => known),
    )
    const reasons = new Map(refused.map(({ personId, reason }) => [personId, reason]))
    const reply = jobs.map((job) => {
      const reason = isOver(job) ? job.whenOver : reasons.get(job.personId)
      return reason === undefined ? event : new Refusal(reason)
    })
    const before = new Map(changed.map((one) => [one.personId, one]))
    const record = open.flatMap(({ personId, decision, context: { audited } }): ChangeRecord | [] => {
      const was = before.get(personId)
      // The same was said before.
      if (!was) return []
      return {
        ...audited,
        entityId: event.id,
        before: { personId, status: was.status, note: was.note },
        after: { personId, status: decision.status, note: decision.note },
      }
    })
    return { reply, record }
  })
}
