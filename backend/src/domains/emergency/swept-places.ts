// What the searched parts of a building are called, for reports. Used by report-handlers.ts.
import type { Sweep } from '@rollcall/contracts/domains/muster'
import type { Database } from '../../database/schema.ts'
import { namesOfPlaces } from './sweep-queries.ts'

export type PlaceName = (sweep: Sweep) => { readonly floor: string; readonly zone: string }

export async function sweptPlaces(db: Database, { sweeps }: { readonly sweeps: readonly Sweep[] }): Promise<PlaceName> {
  const ids = sweeps.flatMap(({ floorId, zoneId }) => (zoneId === null ? [floorId] : [floorId, zoneId]))
  const names = await namesOfPlaces(db, ids)
  const nameOf = (id: string) => names.get(id) ?? '(removed since)'
  return ({ floorId, zoneId }) => ({
    floor: nameOf(floorId),
    zone: zoneId === null ? 'outside any zone' : nameOf(zoneId),
  })
}
