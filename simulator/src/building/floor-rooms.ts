// How a floor's rooms are written down, one line each, and what both floors have in the same place: two corridors with their links,
// and the core of stairs, lifts and WC between them. Stairs and lifts meet because there is one drawing of them.
import type { DoorSpec, Room, RoomKind } from './model.ts'

type More = Pick<Room, 'capacity' | 'restricted'>

export const door = (side: DoorSpec['side'], at: number, width?: number): DoorSpec => ({ side, at, width })
export const opening = (side: DoorSpec['side'], at: number, width: number): DoorSpec => ({
  side,
  at,
  width,
  open: true,
})

/** `prefix` begins the keys of the floor's rooms; a box is x, y, width and height. */
export function roomsOn(level: number, prefix: string) {
  const room = (
    key: string,
    name: string,
    kind: RoomKind,
    [x, y, w, h]: readonly [number, number, number, number],
    doors: readonly DoorSpec[] = [],
    more: More = {},
  ): Room => ({ key: `${prefix}-${key}`, name, level, kind, x, y, w, h, doors, ...more })
  const circulation = [
    room('corridor-n', 'North corridor', 'corridor', [2, 11, 56, 2]),
    room('corridor-s', 'South corridor', 'corridor', [2, 18, 56, 2]),
    room('link-w', 'West link', 'corridor', [20, 13, 2, 5]),
    room('link-e', 'East link', 'corridor', [38, 13, 2, 5]),
    room('stairs-a', 'Stairs A', 'stairs', [22, 13, 4, 5], [door('s', 1.1)]),
    room('lifts', 'Lifts', 'lift', [26, 13, 4, 5], [opening('s', 2, 2.4)]),
    room('wc', 'WC', 'wc', [30, 13, 4, 5], [door('n', 2)]),
    room('stairs-b', 'Stairs B', 'stairs', [34, 13, 4, 5], [door('n', 1.1)]),
  ]
  return { room, circulation }
}
