// What lies before the head office, where people gather: the forecourt of the demo, and another with an annex in the way.
import { door, roomsOn } from './floor-rooms.ts'
import type { MusterArea, Room } from './model.ts'

interface Outside {
  heightM: number
  rooms: readonly Room[]
  musterAreas: readonly MusterArea[]
}

const { room } = roomsOn(0, 'g')

export const plainOutside: Outside = {
  heightM: 36,
  rooms: [room('forecourt', 'Forecourt', 'outdoor', [0, 29, 60, 7])],
  musterAreas: [
    { name: 'Assembly point A', x: 4, y: 31, w: 18, h: 4 },
    { name: 'Assembly point B', x: 38, y: 31, w: 18, h: 4 },
  ],
}

export const withAnnex: Outside = {
  heightM: 48,
  rooms: [
    room('forecourt', 'Forecourt', 'outdoor', [0, 29, 60, 4]),
    room('annex', 'Annex meeting room', 'meeting', [0, 33, 13, 6], [door('n', 6, 1.8)]),
    room('sheds', 'Annex store', 'store', [13, 33, 13, 6], [door('n', 6, 1.8)]),
    room('passage', 'Passage in the yard', 'outdoor', [26, 33, 34, 6]),
    room('yard', 'Yard', 'outdoor', [0, 39, 60, 9]),
  ],
  musterAreas: [
    { name: 'Assembly point A', x: 4, y: 40, w: 18, h: 5 },
    { name: 'Assembly point B', x: 34, y: 41, w: 20, h: 5 },
  ],
}
