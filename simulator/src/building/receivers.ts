// Where the receivers hang: under the ceiling, a staggered grid per floor and four on the façade for the assembly points.
import type { Site } from '@rollcall/contracts/site'
import type { Building } from './model.ts'
import { roomAt } from './model.ts'

/** Metres; offset so that no receiver sits exactly on a wall. */
const grid = [
  [6, 6.5],
  [17.5, 6.5],
  [28.5, 6.5],
  [40, 6.5],
  [52, 6.5],
  [9.5, 15.5],
  [21, 15.5],
  [39, 15.5],
  [49, 15.5],
  [6, 24.5],
  [17.8, 24.5],
  [30.5, 24.5],
  [42, 24.5],
  [54, 24.5],
] as const
const facade = [
  [5, 29.3],
  [21, 29.3],
  [39, 29.3],
  [55, 29.3],
] as const

export function receiverLocations(building: Building): Site['receivers'] {
  const inside = building.levels.flatMap(({ level, key }) =>
    grid.map(([xM, yM]) => ({
      xM,
      yM,
      zM: 2.7,
      floor: key,
      name: roomAt(building.rooms, level, xM, yM)?.name ?? 'Core',
    })),
  )
  const outside = facade.map(([xM, yM], i) => ({ xM, yM, zM: 3, floor: 'ground', name: `Façade ${i + 1}` }))
  return [...inside, ...outside].map((location, i) => ({
    ...location,
    name: `${location.name} ${location.floor === 'first' ? '1.' : '0.'}${String(i + 1).padStart(2, '0')}`,
    // Locally administered addresses, as our own hardware has none assigned.
    receiverId: `02a1f0${(0x3000 + i).toString(16).padStart(6, '0')}`,
  }))
}
