// The drills before an emergency in its buildings, each with its times to 50, 90 and 100 %, for comparison. Called by report-handlers.ts.
import type { EarlierDrill } from '@rollcall/contracts/domains/muster'
import type { Database } from '../../database/schema.ts'
import { progressOf, timingsOf } from './muster-progress.ts'
import { drillsBefore, statusChangesOf } from './review-queries.ts'

/** As many as a picture can show beside each other. */
const most = 7

/** The oldest first. */
export async function earlierDrills(db: Database, emergencyId: string): Promise<EarlierDrill[]> {
  const drills = await drillsBefore(db, emergencyId, most)
  const changes = await statusChangesOf(
    db,
    drills.map(({ id }) => id),
  )
  return drills.toReversed().map(({ id, scenario, triggeredAt, total }) => {
    const own = changes.filter((change) => change.emergencyId === id)
    const timings = timingsOf(progressOf(triggeredAt, own), total)
    return { id, scenario: scenario as EarlierDrill['scenario'], triggeredAt, total, timings }
  })
}
