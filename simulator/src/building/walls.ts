// Derives wall segments from rooms and doors: every edge between two rooms once, with gaps where doors are.
import type { Door, Room, Wall } from './model.ts'
import { roomAt } from './model.ts'

const solidKinds = new Set(['stairs', 'lift', 'wc', 'server', 'plant'])

export function wallsOf(rooms: readonly Room[], doors: readonly Door[], level: number): Wall[] {
  return [...wallsAlong('x', rooms, doors, level), ...wallsAlong('y', rooms, doors, level)]
}

interface Piece {
  from: number
  to: number
  kind: Wall['kind']
}

function wallsAlong(axis: 'x' | 'y', rooms: readonly Room[], doors: readonly Door[], level: number): Wall[] {
  const start = (r: Room) => (axis === 'x' ? r.x : r.y)
  const size = (r: Room) => (axis === 'x' ? r.w : r.h)
  const across = (r: Room) => (axis === 'x' ? [r.y, r.y + r.h] : [r.x, r.x + r.w])
  const lines = [...new Set(rooms.flatMap(across))].sort((a, b) => a - b)
  const cuts = [...new Set(rooms.flatMap((r) => [start(r), start(r) + size(r)]))].sort((a, b) => a - b)
  const at = (along: number, off: number) =>
    axis === 'x' ? roomAt(rooms, level, along, off) : roomAt(rooms, level, off, along)

  return lines.flatMap((line) => {
    const pieces: Piece[] = []
    for (let i = 0; i + 1 < cuts.length; i++) {
      const [from, to] = [cuts[i]!, cuts[i + 1]!]
      const kind = wallKind(at((from + to) / 2, line - 0.1), at((from + to) / 2, line + 0.1))
      const last = pieces.at(-1)
      if (!kind) continue
      if (last && last.kind === kind && last.to === from) last.to = to
      else pieces.push({ from, to, kind })
    }
    const gaps = doors
      .filter((door) => door.along === axis && (axis === 'x' ? door.y : door.x) === line)
      .map((door) => ({ middle: axis === 'x' ? door.x : door.y, width: door.width }))
    return pieces
      .flatMap((piece) => cutGaps(piece, gaps))
      .map(({ from, to, kind }): Wall =>
        axis === 'x'
          ? { level, x1: from, y1: line, x2: to, y2: line, kind }
          : { level, x1: line, y1: from, x2: line, y2: to, kind },
      )
  })
}

function wallKind(a: Room | undefined, b: Room | undefined): Wall['kind'] | null {
  if (a === b) return null
  const outsideA = !a || a.kind === 'outdoor'
  const outsideB = !b || b.kind === 'outdoor'
  if (outsideA && outsideB) return null
  if (outsideA || outsideB) return 'outer'
  if (a.kind === 'corridor' && b.kind === 'corridor') return null
  return solidKinds.has(a.kind) || solidKinds.has(b.kind) ? 'solid' : 'light'
}

function cutGaps(piece: Piece, gaps: readonly { middle: number; width: number }[]): Piece[] {
  let rest: Piece[] = [piece]
  for (const gap of gaps) {
    const [low, high] = [gap.middle - gap.width / 2, gap.middle + gap.width / 2]
    rest = rest.flatMap((p) =>
      high <= p.from || low >= p.to
        ? [p]
        : [
            { ...p, to: Math.max(p.from, low) },
            { ...p, from: Math.min(p.to, high) },
          ].filter((q) => q.to - q.from > 1e-9),
    )
  }
  return rest
}
