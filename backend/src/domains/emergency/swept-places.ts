// What the searched parts of a building are called, for reports. Used by report.ts.
import type { Sweep } from '@rollcall/contracts/domains/muster'
import type { Database } from '../../database/schema.ts'
import { namesOfPlaces } from './sweep-queries.ts'

export type SweptPlace = { readonly floor: string; readonly zone: string }

/** One for each of the sweeps, in their order. */
export async function sweptPlaces(
  db: Database,
  { sweeps }: { readonly sweeps: readonly Sweep[] },
): Promise<SweptPlace[]> {
  const ids = sweeps.flatMap(({ floorId, zoneId }) => (zoneId === null ? [floorId] : [floorId, zoneId]))
  const names = await namesOfPlaces(db, ids)
  const nameOf = (id: string) => names.get(id) ?? '(removed since)'
  return sweeps.map(({ floorId, zoneId }) => ({
    floor: nameOf(floorId),
    zone: zoneId === null ? 'outside any zone' : nameOf(zoneId),
  }))
}
