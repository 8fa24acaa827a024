// Decides about one person on the roster: the status with its evidence, a line of the timeline, the audit record (rules 9).
// The same for a tap on the board, a personal link and the dwell at a muster point. The caller holds the emergency's lock.
import type { DatabaseTransaction } from '../../database/schema.ts'
import { found, refuse } from '../../http/refusal.ts'
import { accountFor, statusOf, type Decision, type ReceiversHearing } from './muster-queries.ts'
import { addToTimeline } from './timeline-queries.ts'

export async function accountOne(
  tx: DatabaseTransaction,
  emergencyId: string,
  personId: string,
  decision: Decision,
  receiversHearing: ReceiversHearing,
) {
  const before = found(await statusOf(tx, emergencyId, personId))
  const isLate = Date.parse(before.changedAt ?? '') > Date.parse(decision.decidedAt ?? '')
  if (isLate && before.status !== decision.status) refuse('decided_since')
  await accountFor(tx, emergencyId, personId, decision, receiversHearing)
  const { status, by, note, method } = decision
  const how = { manual: '', link: ' (own answer)', auto_zone: ' (seen at a muster point)' }[method]
  await addToTimeline(tx, {
    emergencyId,
    type: 'accounted',
    personId,
    personName: before.fullName,
    actor: by,
    text: `${before.fullName}: ${status.replace('_', ' ')}${how}.`,
    status,
  })
  return {
    entityId: emergencyId,
    before: { personId, status: before.status, note: before.note },
    after: { personId, status, note },
  }
}
