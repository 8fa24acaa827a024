// What an account that is limited to buildings may do in an emergency. Alarms and decisions are written over the whole site, so that they
// are as right as anybody's; these say first whether they are theirs to make. Called by the handlers of `checked` rows.
import type { Context } from '../../http/context.ts'
import { found, refuse } from '../../http/refusal.ts'
import { findEmergency } from './emergency-queries.ts'
import { onRoster } from './link-queries.ts'

type Caller = Pick<Context, 'own' | 'buildingIds'>

export function refuseOtherBuildings({ buildingIds }: Caller, asked: readonly string[]): void {
  if (buildingIds !== null && asked.some((id) => !buildingIds.includes(id))) refuse('forbidden')
}

/** One that touches none of their buildings does not exist for them; these people of it, if any are named, neither. */
export async function refuseOthersEmergency(
  { own, buildingIds }: Caller,
  id: string,
  personIds: readonly string[] = [],
): Promise<void> {
  if (buildingIds === null) return
  found(await findEmergency(own, id))
  const asked = new Set(personIds)
  if (asked.size > 0 && (await onRoster(own, id, [...asked])).length < asked.size) refuse('not_found')
}
