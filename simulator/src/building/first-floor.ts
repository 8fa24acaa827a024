// The rooms of the first floor, above the ground floor's corridors and core, so that stairs and lifts meet.
import { door, opening, roomsOn } from './floor-rooms.ts'
import type { Room } from './model.ts'

const { room, circulation } = roomsOn(1, 'f')

export const firstFloor: readonly Room[] = [
  ...circulation,

  room('engineering', 'Engineering', 'office', [2, 2, 16, 9], [door('s', 4), door('s', 13)], { capacity: 28 }),
  room('prototype', 'Prototype lab', 'lab', [18, 2, 10, 9], [door('s', 5, 1.4)], { capacity: 10 }),
  room('design', 'Product design', 'office', [28, 2, 12, 9], [door('s', 9)], { capacity: 18 }),
  room('software', 'Software', 'office', [40, 2, 18, 9], [door('s', 4), door('s', 14)], { capacity: 32 }),
  room('archive', 'Archive', 'store', [2, 13, 6, 5], [door('s', 4.6)], { restricted: true }),
  room('print', 'Print and copy', 'store', [8, 13, 4, 5], [door('n', 2)]),
  room('saco', 'Meeting room Saco', 'meeting', [12, 13, 8, 5], [door('s', 4)], { capacity: 8 }),
  room('quiet', 'Quiet room', 'meeting', [40, 13, 5, 5], [door('n', 2.5)], { capacity: 4 }),
  room('kennebec', 'Meeting room Kennebec', 'meeting', [45, 13, 7, 5], [door('s', 3.5)], { capacity: 8 }),
  room('comms', 'Comms room', 'server', [52, 13, 6, 5], [door('s', 1.4)], { restricted: true, capacity: 3 }),
  room('sales', 'Sales', 'office', [2, 20, 13, 9], [door('n', 8)], { capacity: 20 }),
  room('marketing', 'Marketing', 'office', [15, 20, 9, 9], [door('n', 3)], { capacity: 12 }),
  room('breakout', 'Breakout and kitchen', 'canteen', [24, 20, 13, 9], [opening('n', 6.5, 5)], { capacity: 30 }),
  room('boardroom', 'Boardroom', 'meeting', [37, 20, 8, 9], [door('n', 2)], { capacity: 14 }),
  room('executive', 'Executive office', 'office', [45, 20, 6, 9], [door('n', 3)], { capacity: 6 }),
  room('people', 'People team', 'office', [51, 20, 7, 9], [door('n', 2)], { capacity: 10 }),
]
