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
/** A longer name takes two lines; a letter of a wide script is as wide as two others. */
const lettersOfLine = 24
const linesOf = (name: string) => (name.length + (name.match(/[\u1100-\uffff]/g)?.length ?? 0) > lettersOfLine ? 2 : 1)

export function wallPlaces(floors: readonly Floor[], shownFloorId: string | null) {
  const shown = floors.find(({ floorId }) => floorId === shownFloorId) ?? floors[0]
  const floorsOf = (id: string) => floors.filter(({ buildingId }) => buildingId === id)
  const ids = [...new Set(floors.map(({ buildingId }) => buildingId))]
  const linesOfBuilding = (id: string) => linesOf(floorsOf(id)[0]?.buildingName ?? '')
  const own = shown ? floorsOf(shown.buildingId) : []
  // What is shown on the plan is never left out.
  const forBuildings = most.lines - Math.min(own.length, most.floorsBesideBuildings)
  const listed = around(ids, shown?.buildingId, forBuildings, linesOfBuilding)
  const forFloors = most.lines - sumOf(listed.map(linesOfBuilding))
  const ownListed = around(own, shown, forFloors, ({ name }) => linesOf(name))
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

/** Those that follow each other with this one among them, as many as have room. */
function around<T>(all: readonly T[], one: T | undefined, room: number, lines: (one: T) => number): readonly T[] {
  const middle = one === undefined ? 0 : all.indexOf(one)
  for (let count = room; ; count--) {
    const start = Math.max(0, Math.min(middle - Math.floor(count / 2), all.length - count))
    const some = all.slice(start, start + count)
    if (count <= 1 || sumOf(some.map(lines)) <= room) return some
  }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
