// Who is probably still inside, floor by floor and area by area, in few lines: the search plan of the muster board, added up. For
// WallEmergency.vue.
import type { AreaState, SearchPlan } from '../emergency/board/search/search-areas.ts'

export type WallArea = {
  readonly key: string
  readonly name: string
  readonly people: number
  readonly state: AreaState
}
export type WallFloor = {
  readonly floorId: string
  readonly name: string
  readonly people: number
  readonly areas: readonly WallArea[]
}

/** The fullest floor first, and on each the fullest area. */
export function wallFloors({ areas }: Pick<SearchPlan, 'areas'>): WallFloor[] {
  const names = new Map(areas.map(({ floorId, floorName }) => [floorId, floorName]))
  const floors = [...names].map(([floorId, name]) => {
    const own = areas.filter((area) => area.floorId === floorId)
    return {
      floorId,
      name,
      people: own.reduce((sum, { people }) => sum + people.length, 0),
      areas: own.map((area) => ({ ...area, people: area.people.length })).toSorted(fullestFirst),
    }
  })
  return floors.toSorted(fullestFirst)
}

type Counted = { readonly people: number; readonly name: string }
const fullestFirst = (a: Counted, b: Counted): number => b.people - a.people || a.name.localeCompare(b.name)
