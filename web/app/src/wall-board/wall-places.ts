// The lines of people by building and floor: every building, and the floors of the one whose plan is shown. For WallNumbers.vue.
import type { Dashboard } from '@rollcall/contracts/domains/dashboard'

type Floor = Pick<Dashboard['floors'][number], 'floorId' | 'name' | 'buildingId' | 'buildingName' | 'people'>
export type PlaceLine = {
  readonly id: string
  readonly kind: 'building' | 'floor'
  readonly name: string
  readonly people: number
}

/** Lines that a screen holds which is read from afar, and how many of them are floors where a building has so many. */
const most = { lines: 6, floorsBesideBuildings: 3 } as const

export function wallPlaces(floors: readonly Floor[], shownFloorId: string | null) {
  const shown = floors.find(({ floorId }) => floorId === shownFloorId) ?? floors[0]
  const floorsOf = (id: string) => floors.filter(({ buildingId }) => buildingId === id)
  const ids = [...new Set(floors.map(({ buildingId }) => buildingId))]
  const own = shown ? floorsOf(shown.buildingId) : []
  // What is shown on the plan is never left out.
  const listed = around(ids, shown?.buildingId, most.lines - Math.min(own.length, most.floorsBesideBuildings))
  const ownListed = around(own, shown, most.lines - listed.length)
  const lines = listed.flatMap((id): PlaceLine[] => {
    const all = floorsOf(id)
    const people = all.reduce((sum, one) => sum + one.people, 0)
    const building = { id, kind: 'building' as const, name: all[0]?.buildingName ?? '', people }
    const floorLines = (id === shown?.buildingId ? ownListed : []).map((one) => ({
      id: one.floorId,
      kind: 'floor' as const,
      name: one.name,
      people: one.people,
    }))
    return [building, ...floorLines]
  })
  return { lines, moreFloors: own.length - ownListed.length, moreBuildings: ids.length - listed.length }
}

/** So many that follow each other, with this one among them. */
function around<T>(all: readonly T[], one: T | undefined, count: number): readonly T[] {
  const middle = one === undefined ? 0 : all.indexOf(one)
  const start = Math.max(0, Math.min(middle - Math.floor(count / 2), all.length - count))
  return all.slice(start, start + count)
}
