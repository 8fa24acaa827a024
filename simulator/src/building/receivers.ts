// Where the receivers hang: under the ceiling, a staggered grid per floor, four on the façade, and on poles at the assembly points.
import type { Site } from '@rollcall/contracts/site'
import type { Building, MusterArea, Room } from './model.ts'
import { centreOf, liesIn, roomAt } from './model.ts'

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

/** Of an annex, under its ceiling. */
const annex = [
  [6.5, 36],
  [19.5, 36],
] as const

export interface ReceiverOptions {
  /** False: nothing hangs at the assembly points. */
  atMusterPoints?: boolean
  /** False: nothing hangs on the façade either. */
  onFacade?: boolean
  /** True: a room in which none of the others hangs has one of its own. */
  inEveryRoom?: boolean
}

export function receiverLocations(
  building: Building,
  { atMusterPoints = true, onFacade = true, inEveryRoom = false }: ReceiverOptions = {},
): Site['receivers'] {
  const inside = building.levels.flatMap(({ level, key }) =>
    grid.map(([xM, yM]) => ({
      xM,
      yM,
      zM: 2.7,
      floor: key,
      name: roomAt(building.rooms, level, xM, yM)?.name ?? 'Core',
    })),
  )
  const outside = onFacade
    ? facade.map(([xM, yM], i) => ({ xM, yM, zM: 3, floor: 'ground', name: `Façade ${i + 1}` }))
    : []
  const beyond = annex.flatMap(([xM, yM]) => {
    const room = roomAt(building.rooms, 0, xM, yM)
    return room && room.kind !== 'outdoor' ? [{ xM, yM, zM: 2.7, floor: 'ground', name: room.name }] : []
  })
  const usual = [...inside, ...outside, ...beyond]
  const own = inEveryRoom ? building.rooms.flatMap((room) => ownOf(room, building, usual)) : []
  const poles = atMusterPoints ? building.musterAreas.flatMap(polesOf) : []
  const numbered = [...usual, ...own].map((location, i) => {
    const number = `${location.floor === 'first' ? '1.' : '0.'}${String(i + 1).padStart(2, '0')}`
    return { ...location, name: `${location.name} ${number}` }
  })
  return [...numbered, ...poles].map((location, i) => ({
    ...location,
    // Locally administered addresses, as our own hardware has none assigned.
    receiverId: `02a1f0${(0x3000 + i).toString(16).padStart(6, '0')}`,
  }))
}

/** In its middle; nobody asks which corridor. */
function ownOf(room: Room, { levels }: Building, usual: readonly { xM: number; yM: number; floor: string }[]) {
  const floor = levels.find(({ level }) => level === room.level)!.key
  const hasOne = usual.some((other) => other.floor === floor && liesIn(room, { x: other.xM, y: other.yM }))
  if (hasOne || room.kind === 'outdoor' || room.kind === 'corridor') return []
  const { x, y } = centreOf(room)
  return [{ xM: x, yM: y, zM: 2.7, floor, name: room.name }]
}

/** Three to each, at the ends and in the middle of its far side; they reach it and what is beside it, whoever stands in between. */
function polesOf({ name, x, y, w, h }: MusterArea) {
  const pole = { zM: 3.5, floor: 'ground' }
  return [
    { ...pole, xM: x + 0.5, yM: y + h / 2, name: `${name} west` },
    { ...pole, xM: x + w / 2, yM: y + h - 0.2, name: `${name} middle` },
    { ...pole, xM: x + w - 0.5, yM: y + h / 2, name: `${name} east` },
  ]
}
