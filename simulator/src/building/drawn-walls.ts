// Walls and doors of a floor as somebody would draw them for the demo site: whole walls, with each door in its wall.
import type { Site } from '@rollcall/contracts/site'
import type { Building } from './model.ts'
import { wallsOf } from './walls.ts'

type Drawn = Site['floors'][number]['walls']

export function drawnWalls({ rooms, atrium, doors }: Building, level: number): Drawn {
  const here = doors.filter((door) => door.level === level)
  // A balustrade is no wall: for the walls the opening is part of the corridor.
  const opening =
    atrium && level === 1 ? [{ key: '', name: '', level, kind: 'corridor' as const, doors: [], ...atrium }] : []
  const drawn = [...rooms.filter((room) => room.level === level), ...opening]
  return wallsOf(drawn, [], level).map(({ x1, y1, x2, y2 }) => {
    const along = y1 === y2 ? 'x' : 'y'
    const [from, to, line] = along === 'x' ? [x1, x2, y1] : [y1, y2, x1]
    const inIt = here
      .map((door) =>
        along === 'x' ? { ...door, middle: door.x, off: door.y } : { ...door, middle: door.y, off: door.x },
      )
      .filter((door) => door.along === along && door.off === line && door.middle > from && door.middle < to)
    return {
      points: [
        { xM: x1, yM: y1 },
        { xM: x2, yM: y2 },
      ],
      doors: inIt.map(({ middle, width }) => ({ edge: 0, at: (middle - from) / (to - from), widthM: width })),
    }
  })
}
