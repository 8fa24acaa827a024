// Which zone of the site file a place lies in: the assembly point, the room, or the corridors around it. Used by past.ts.
import type { Site } from '@rollcall/contracts/site'
import { liesIn, type Building } from '../building/model.ts'
import type { Location } from '../walkers/routes.ts'

export type ZoneOf = (location: Readonly<Location>) => number | null

export function createZoneOf(building: Building, { zones }: Pick<Site, 'zones'>): ZoneOf {
  const floorOf = new Map(building.levels.map(({ level, key }) => [level, key]))
  const byName = new Map(zones.map(({ floor, name }, index) => [`${floor} ${name}`, index]))
  const nameOf = new Map(
    building.rooms.map(({ key, name, kind }) => [key, kind === 'corridor' ? 'Corridors and core' : name]),
  )
  return ({ level, room, x, y }) => {
    const point = level === 0 ? building.musterAreas.find((area) => liesIn(area, { x, y }, 0)) : undefined
    return byName.get(`${floorOf.get(level)} ${point?.name ?? nameOf.get(room)}`) ?? null
  }
}
