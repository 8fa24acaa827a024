// The lines of people by building and floor: every building, and the floors of the one whose plan is shown. For WallNumbers.vue.
import type { Dashboard } from '@rollcall/contracts/domains/dashboard'

type Floor = Pick<Dashboard['floors'][number], 'floorId' | 'name' | 'buildingId' | 'buildingName' | 'people'>
export type PlaceLine = {
  readonly id: string
  readonly kind: 'building' | 'floor'
  readonly name: string
  readonly people: number
}

/** What a screen holds that is read from afar. */
const mostBuildings = 6

export function wallPlaces(floors: readonly Floor[], shownFloorId: string | null) {
  const shownIn = (floors.find(({ floorId }) => floorId === shownFloorId) ?? floors[0])?.buildingId
  const ids = [...new Set(floors.map(({ buildingId }) => buildingId))]
  // The one whose plan is shown is never left out.
  const listed = ids.filter((id, index) => index < mostBuildings || id === shownIn)
  const lines = listed.flatMap((id): PlaceLine[] => {
    const own = floors.filter(({ buildingId }) => buildingId === id)
    const people = own.reduce((sum, one) => sum + one.people, 0)
    const building = { id, kind: 'building' as const, name: own[0]?.buildingName ?? '', people }
    const floorLines = own.map((one) => ({
      id: one.floorId,
      kind: 'floor' as const,
      name: one.name,
      people: one.people,
    }))
    return [building, ...(id === shownIn ? floorLines : [])]
  })
  return { lines, more: ids.length - listed.length }
}
