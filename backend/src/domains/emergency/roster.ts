// What of a muster board the caller may see, and what is kept of those nobody found when the emergency ends (rules 9).
import { guardedPersonFields } from '@rollcall/contracts/domains/personnel'
import type { DatabaseTransaction } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { evidenceNow } from './evidence.ts'
import { writeEvidence } from './muster-queries.ts'
import type { Shown } from './roster-queries.ts'

export function shownTo({ may }: Pick<Context, 'may'>): Shown {
  return {
    phone: may(guardedPersonFields.phone),
    specialNeeds: may(guardedPersonFields.specialNeeds),
    places: may(guardedPersonFields.lastSeen),
    answers: may('emergency.account'),
  }
}

/** At the end: what is known of those who were never decided, so that a report read later tells of that moment. */
export async function keepOutcomes(tx: DatabaseTransaction, emergencyId: string): Promise<void> {
  await writeEvidence(tx, emergencyId, await evidenceNow(tx, emergencyId))
}
