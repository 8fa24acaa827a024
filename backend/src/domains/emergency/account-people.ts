// Decides about people on the roster: the status with its evidence, a line of the timeline each, the audit record (rules 9). The same
// for taps on the board, personal links and the dwell at a muster point. The caller holds the emergency's lock.
import type { DatabaseTransaction } from '../../database/schema.ts'
import { storedSentence } from '../../database/stored-sentence.ts'
import { clampDecidedAt, compareDecisions } from './decision.ts'
import { evidenceNow, type Known } from './evidence.ts'
import { statusesOf, writeDecisions, type Decision, type RosterStatus } from './muster-queries.ts'
import { decided as decisionOf } from './timeline-words.ts'

type Asked = Decision & { readonly personId: string }
type Outcome = {
  /** As they were before. Whoever was said the same of before is in none of the two lists. */
  readonly changed: readonly RosterStatus[]
  readonly refused: readonly { readonly personId: string; readonly reason: 'not_found' | 'decided_since' }[]
}

/** About each person once. `known`: of them now, read before the lock was taken, because everybody else waits for that. */
export async function accountPeople(
  tx: DatabaseTransaction,
  emergencyId: string,
  decisions: readonly Asked[],
  known: readonly Known[],
): Promise<Outcome> {
  const standing = await statusesOf(
    tx,
    emergencyId,
    decisions.map(({ personId }) => personId),
  )
  const before = new Map(standing.map((one) => [one.personId, one]))
  const verdictOf = (asked: Asked) => {
    const stands = before.get(asked.personId)
    return stands === undefined ? 'not_found' : compareDecisions(stands, asked)
  }
  const judged = decisions.map((asked) => ({ asked, verdict: verdictOf(asked) }))
  const wanted = judged.filter(({ verdict }) => verdict === 'new').map(({ asked }) => asked)
  if (wanted.length > 0) {
    const late = await evidenceOfOthers(tx, emergencyId, wanted, known)
    await write(tx, emergencyId, wanted, before, [...known, ...late])
  }
  return {
    changed: wanted.flatMap(({ personId }) => before.get(personId) ?? []),
    refused: judged.flatMap(({ asked: { personId }, verdict: reason }) =>
      reason === 'not_found' || reason === 'decided_since' ? [{ personId, reason }] : [],
    ),
  }
}

/** Of those who came after the drill began by whose address this is said; it has become real since. */
async function evidenceOfOthers(
  tx: DatabaseTransaction,
  emergencyId: string,
  wanted: readonly Asked[],
  known: readonly Known[],
): Promise<readonly Known[]> {
  const isKnown = new Set(known.map(({ personId }) => personId))
  const others = wanted.map(({ personId }) => personId).filter((id) => !isKnown.has(id))
  return others.length > 0 ? evidenceNow(tx, emergencyId, others) : []
}

async function write(
  tx: DatabaseTransaction,
  emergencyId: string,
  decisions: readonly Asked[],
  before: ReadonlyMap<string, RosterStatus>,
  known: readonly Known[],
): Promise<void> {
  const asked = new Map(decisions.map((decision) => [decision.personId, decision]))
  const now = Date.now()
  const decided = known.flatMap((person) => {
    const [decision, stands] = [asked.get(person.personId), before.get(person.personId)]
    if (!decision || !stands) return []
    const { status, method } = decision
    const { fullName, triggeredAt } = stands
    const { text, said } = storedSentence(decisionOf(fullName, status, method))
    const decidedAt = clampDecidedAt(decision.decidedAt, triggeredAt, now)
    return { ...person, ...decision, fullName, text, said, decidedAt }
  })
  await writeDecisions(tx, emergencyId, decided, new Date(now).toISOString())
}
