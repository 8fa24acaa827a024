// Signing a visitor in and out, in the transaction of whoever asks: the reception, the tablet, or the end of the day (rules 8). Signing
// in hands out a badge, signing out takes it back; doing either twice changes nothing.
import { radioIdsIn } from '@rollcall/contracts/radio-ids'
import type { Visit } from '@rollcall/contracts/domains/visits'
import type { ChangeRecord } from '../../audit/audit-entry.ts'
import { lockRow, updateRow } from '../../database/row-queries.ts'
import type { DatabaseTransaction } from '../../database/schema.ts'
import { found, refuseField } from '../../http/refusal.ts'
import { findVisit, lockBadge, lockOpenVisit, takeBadgeBack } from './visit-queries.ts'

/** Nothing to record: it was so before. */
type Signed = { readonly visit: Visit; readonly record: ChangeRecord[] }

export async function lockVisit(tx: DatabaseTransaction, id: string): Promise<Visit> {
  await lockRow(tx, 'visits', id)
  return found(await findVisit(tx, id))
}

/** `badge`: as it was read from its label, or typed; null: none. */
export async function signIn(tx: DatabaseTransaction, id: string, badge: string | null): Promise<Signed> {
  const before = await lockVisit(tx, id)
  if (before.state === 'ended') refuseField('code', 'visit_ended')
  if (before.state === 'open' && badge === null) return { visit: before, record: [] }
  const record: ChangeRecord[] = []
  let carried = before.badge
  if (before.state === 'expected') {
    // Whoever signs in here is no longer where they signed in before; a badge they carry stays with them.
    const elsewhere = await lockOpenVisit(tx, before.personId)
    if (elsewhere !== undefined) {
      carried = found(await findVisit(tx, elsewhere)).badge
      record.push(...(await end(tx, elsewhere, { note: `Signed in at ${before.buildingName}.`, keepsBadge: true })))
    }
  }
  if (badge !== null) {
    if (carried !== null) await takeBadgeBack(tx, carried, before.personId)
    carried = await handOut(tx, before, badge)
  }
  const arrivedAt = before.arrivedAt ?? new Date().toISOString()
  await updateRow(tx, 'visits', id, { arrivedAt, badge: carried })
  const visit = found(await findVisit(tx, id))
  return { visit, record: [...record, { entityId: id, before, after: visit }] }
}

type Ending = { readonly at?: string; readonly note?: string }

export async function signOut(tx: DatabaseTransaction, id: string, ending: Ending = {}): Promise<Signed> {
  const before = await lockVisit(tx, id)
  if (before.state === 'expected') refuseField('code', 'not_signed_in')
  const record = before.state === 'open' ? await end(tx, id, ending) : []
  return { visit: found(await findVisit(tx, id)), record }
}

async function end(
  tx: DatabaseTransaction,
  id: string,
  { at = new Date().toISOString(), note, keepsBadge = false }: Ending & { readonly keepsBadge?: boolean },
): Promise<ChangeRecord[]> {
  const before = found(await findVisit(tx, id))
  if (before.badge !== null && !keepsBadge) await takeBadgeBack(tx, before.badge, before.personId)
  await updateRow(tx, 'visits', id, { leftAt: at, note: note ?? before.note })
  return [{ entityId: id, before, after: found(await findVisit(tx, id)) }]
}

async function handOut(tx: DatabaseTransaction, visit: Visit, label: string): Promise<string> {
  const badge = await lockBadge(tx, radioIdsIn(label), label.trim())
  if (badge === undefined) refuseField('badge', 'badge_unknown')
  if (badge.status === 'retired') refuseField('badge', 'badge_retired')
  if (badge.entityId !== null && badge.entityId !== visit.personId) refuseField('badge', 'badge_taken')
  await updateRow(tx, 'transmitters', badge.id, {
    entityType: visit.entityType,
    entityId: visit.personId,
    status: 'assigned',
  })
  return badge.transmitterId
}
