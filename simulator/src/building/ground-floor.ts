// The rooms of the ground floor, drawn by hand: two corridors around a core of stairs and lifts.
import { door, opening, roomsOn } from './floor-rooms.ts'
import type { Room } from './model.ts'

const { room, circulation } = roomsOn(0, 'g')

export const groundFloor: readonly Room[] = [
  ...circulation,

  room('workshop', 'Workshop', 'workshop', [2, 2, 12, 9], [door('s', 9, 1.8)], { capacity: 16 }),
  room('lab', 'Calibration lab', 'lab', [14, 2, 12, 9], [door('s', 6)], { capacity: 12 }),
  room('stores', 'Stores', 'store', [26, 2, 8, 9], [door('s', 4, 1.8), door('n', 4, 2)]),
  room('support', 'Customer support', 'office', [34, 2, 12, 9], [door('s', 3)], { capacity: 20 }),
  room('operations', 'Operations', 'office', [46, 2, 12, 9], [door('s', 3)], { capacity: 20 }),
  room('server', 'Server room', 'server', [2, 13, 6, 5], [door('s', 4.6)], { restricted: true, capacity: 4 }),
  room('plant', 'Plant room', 'plant', [8, 13, 6, 5], [door('n', 3, 1.4)], { restricted: true }),
  room('firstaid', 'First aid', 'firstaid', [14, 13, 6, 5], [door('s', 3)]),
  room('post', 'Post room', 'store', [40, 13, 6, 5], [door('s', 3)]),
  room('interview', 'Interview room', 'meeting', [46, 13, 6, 5], [door('n', 3)], { capacity: 6 }),
  room('security', 'Security', 'office', [52, 13, 6, 5], [door('s', 1.2)], { restricted: true, capacity: 4 }),
  room('canteen', 'Canteen', 'canteen', [2, 20, 13, 9], [door('n', 8, 1.8), door('s', 6.5, 1.8), door('e', 3, 1.2)], {
    capacity: 48,
  }),
  room('kitchen', 'Kitchen', 'kitchen', [15, 20, 5, 9]),
  room('fundy', 'Meeting room Fundy', 'meeting', [20, 20, 6, 9], [door('n', 3)], { capacity: 10 }),
  room('reception', 'Reception', 'reception', [26, 20, 11, 9], [opening('n', 5.5, 6), door('s', 5.5, 2.4)], {
    capacity: 30,
  }),
  room('showroom', 'Showroom', 'reception', [37, 20, 7, 9], [door('w', 2.5, 1.8)]),
  room('training', 'Training room', 'meeting', [44, 20, 7, 9], [door('n', 3.5)], { capacity: 18 }),
  room('finance', 'Finance', 'office', [51, 20, 7, 9], [door('n', 2), door('s', 3.5, 1.2)], { capacity: 10 }),
]
