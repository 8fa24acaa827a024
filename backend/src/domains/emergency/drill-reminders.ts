// Reminds contacts of planned drills, in the transaction that notes it, so that each is reminded once; and tells those who were
// reminded when it is moved or called off. Called by housekeeping.ts and by drill-handlers.ts.
import type { PlannedDrill } from '@rollcall/contracts/domains/drills'
import type { Database, DatabaseTransaction } from '../../database/schema.ts'
import { queueForContacts } from '../../notify/outbox-queries.ts'
import { sayFor } from '../settings/settings-queries.ts'
import { drillMessage, type DrillNews } from './drill-message.ts'
import { findDrill, lockDueReminders, markReminded } from './drill-queries.ts'

export function remindOfDrills(db: Database): Promise<void> {
  return db.transaction().execute(async (tx) => {
    for (const id of await lockDueReminders(tx)) {
      const drill = await findDrill(tx, id)
      // One that was held earlier that day needs no reminder.
      if (drill?.state === 'planned') await tellOfDrill(tx, 'reminder', drill)
      await markReminded(tx, id)
    }
  })
}

export async function tellOfDrill(tx: DatabaseTransaction, news: DrillNews, drill: PlannedDrill): Promise<void> {
  const { scenario, buildingId, contactIds } = drill
  await queueForContacts(tx, {
    ...drillMessage(await sayFor(tx), news, drill),
    emergencyId: null,
    scenario,
    buildingIds: [buildingId],
    link: '/emergency/drills',
    ...(contactIds.length > 0 && { contactIds }),
  })
}
