// Puts the floors together: doors find the rooms they join, walls follow from the rooms. Called once by demo-site.ts and world.ts.
import { firstFloor } from './first-floor.ts'
import { groundFloor } from './ground-floor.ts'
import { plainOutside, withAnnex } from './outside.ts'
import type { Building, Door, Room } from './model.ts'
import { roomAt } from './model.ts'
import { wallsOf } from './walls.ts'

/**
 * `atrium`: with a hall through both floors above the reception; radio passes, and the floors are hard to tell apart there.
 * `annex`: the assembly points lie on the far side of an annex, one of them right behind its thin wall.
 */
export type Variant = 'plain' | 'atrium' | 'annex'

/** In that variant most of the breakout upstairs is open to the reception below; a gallery of it is left. */
const opening: Room = {
  key: 'f-atrium',
  name: 'Atrium',
  level: 1,
  kind: 'corridor',
  x: 27,
  y: 20,
  w: 10,
  h: 9,
  doors: [],
}
const gallery = { key: 'f-breakout', w: 3, doors: [{ side: 'n', at: 1.5, width: 2, open: true }] } as const

export function createHeadOffice(variant: Variant = 'plain'): Building {
  const atrium = variant === 'atrium' ? opening : null
  const upstairs = atrium
    ? firstFloor.map((room): Room => (room.key === gallery.key ? { ...room, ...gallery } : room))
    : firstFloor
  const outside = variant === 'annex' ? withAnnex : plainOutside
  const rooms = [...groundFloor, ...outside.rooms, ...upstairs]
  // A balustrade is no wall: for the walls the opening counts as part of the corridor, but nobody walks there.
  const drawn = atrium ? [...rooms, atrium] : rooms
  const doors = [...declaredDoors(rooms), ...corridorJunctions(rooms)]
  const levels = [
    { level: 0, key: 'ground', name: 'Ground floor' },
    { level: 1, key: 'first', name: 'First floor' },
  ]
  const walls = levels.flatMap(({ level }) =>
    wallsOf(
      drawn.filter((room) => room.level === level),
      doors.filter((door) => door.level === level),
      level,
    ),
  )
  const { heightM, musterAreas } = outside
  return { widthM: 60, heightM, levels, rooms, doors, walls, musterAreas, atrium }
}

export function declaredDoors(rooms: readonly Room[]): Door[] {
  return rooms.flatMap((room) =>
    room.doors.flatMap((spec): Door[] => {
      const along = spec.side === 'n' || spec.side === 's' ? 'x' : 'y'
      const x = along === 'x' ? room.x + spec.at : spec.side === 'w' ? room.x : room.x + room.w
      const y = along === 'y' ? room.y + spec.at : spec.side === 'n' ? room.y : room.y + room.h
      const out = spec.side === 'n' || spec.side === 'w' ? -0.1 : 0.1
      const beyond = along === 'x' ? roomAt(rooms, room.level, x, y + out) : roomAt(rooms, room.level, x + out, y)
      // A delivery door that leads off the plan is drawn but never walked through.
      const rooms2 = [room.key, beyond?.key ?? 'outside'] as const
      return [{ level: room.level, x, y, width: spec.width ?? 1, along, open: spec.open ?? false, rooms: rooms2 }]
    }),
  )
}

/** Where a link meets a corridor, or a yard a forecourt, there is no wall: the whole width is open. */
function corridorJunctions(rooms: readonly Room[]): Door[] {
  const open = rooms.filter((room) => room.kind === 'corridor' || room.kind === 'outdoor')
  return open.flatMap((a) =>
    open.flatMap((b): Door[] => {
      if (a.kind !== b.kind || a.level !== b.level || a.y + a.h !== b.y) return []
      const from = Math.max(a.x, b.x)
      const to = Math.min(a.x + a.w, b.x + b.w)
      if (to <= from) return []
      const rooms2 = [a.key, b.key] as const
      return [{ level: a.level, x: (from + to) / 2, y: b.y, width: to - from, along: 'x', open: true, rooms: rooms2 }]
    }),
  )
}
