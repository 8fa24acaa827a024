// Every area of the floors of an emergency, also those where nobody is missed, and how far the search of the building has come.
// Muster points are left out: that is where people should be. Used by SweepList.vue and the plan.
import type { Sweep, SweepState } from '@rollcall/contracts/domains/muster'
import type { Zone } from '@rollcall/contracts/domains/zones'
import { areaKey } from '../sweeps.ts'
import type { Area } from '../sweeps.ts'
import { outsideZones } from './search-areas.ts'

export type SweepArea = {
  readonly key: string
  readonly floorId: string
  /** Null: the floor outside its zones. */
  readonly zoneId: string | null
  readonly name: string
  readonly sweep: Sweep | null
  readonly state: SweepState
}
export type SweepFloor = {
  readonly floorId: string
  readonly name: string
  /** Unsearched first. */
  readonly areas: readonly SweepArea[]
  readonly progress: SweepProgress
}
/** What a team takes upon itself: one area, or all of a floor. */
export type SearchedPlace = { readonly name: string; readonly areas: readonly Area[] }
export type SweepProgress = { readonly searched: number; readonly searching: number; readonly total: number }
type FloorName = { readonly id: string; readonly name: string }
type SearchedZone = Pick<Zone, 'id' | 'floorId' | 'name' | 'isMusterPoint'>

const order: Readonly<Record<SweepState, number>> = { open: 0, searching: 1, searched: 2 }
const byName = new Intl.Collator('en', { numeric: true })

export function sweepFloors(
  floors: readonly FloorName[],
  zones: readonly SearchedZone[],
  sweeps: readonly Sweep[],
): SweepFloor[] {
  const known = new Map(sweeps.map((sweep) => [areaKey(sweep), sweep]))
  return floors.map(({ id: floorId, name }) => {
    const inside = zones.filter((zone) => zone.floorId === floorId && !zone.isMusterPoint)
    const all = [
      ...inside.map((zone) => ({ zoneId: zone.id, name: zone.name })),
      { zoneId: null, name: outsideZones() },
    ]
    const areas = all.map((area): SweepArea => {
      const key = areaKey({ floorId, ...area })
      const sweep = known.get(key) ?? null
      return { ...area, key, floorId, sweep, state: sweep?.state ?? 'open' }
    })
    const sorted = areas.toSorted((a, b) => order[a.state] - order[b.state] || byName.compare(a.name, b.name))
    return { floorId, name, areas: sorted, progress: progressOf(sorted) }
  })
}

export function progressOf(areas: readonly { readonly state: SweepState }[]): SweepProgress {
  const count = (state: SweepState) => areas.filter((area) => area.state === state).length
  return { searched: count('searched'), searching: count('searching'), total: areas.length }
}
