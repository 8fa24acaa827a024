// Which cells of a floor are indoors, which are outdoors, and which are at or beside a muster point, as far as its drawing tells
// (rules 9). What is not drawn stays unknown near anything that stands indoors, and nobody is called safe there. Used by zone-map.ts.
import type { FloorGrid } from './solvers/floor-grid.ts'
import type { PlanarPoint } from './solvers/observation.ts'

export type CellKind = 'indoors' | 'outdoors' | 'unknown'

/** Metres. A wall and the gap beside it belong to the room; nearer than `near` to anything indoors, what is not drawn may be a room. */
const reach = { wallM: 1, besideM: 6, nearM: 8 } as const

interface IndoorInput {
  grid: Pick<FloorGrid, 'cellM' | 'columns' | 'rows'>
  /** Index into `kinds` per cell, −1 outside all zones. */
  zoneOf: Int16Array
  kinds: readonly (CellKind | 'muster')[]
  /** The floor as a whole lies outdoors. */
  isOutdoors: boolean
  receivers: readonly PlanarPoint[]
}

export interface IndoorMap {
  kinds: CellKind[]
  /** Index of the muster zone per cell, −1: none. */
  muster: Int16Array
}

export function createIndoorMap({ grid, zoneOf, kinds, isOutdoors, receivers }: IndoorInput): IndoorMap {
  const cells = Array.from(zoneOf, (_, cell) => cell)
  const drawn = cells.map((cell) => kinds[zoneOf[cell]!] ?? 'unknown')
  const atMuster = cells.filter((cell) => drawn[cell] === 'muster')
  const indoors = isOutdoors ? [] : cells.filter((cell) => drawn[cell] === 'indoors')
  const muster = new Int16Array(cells.length).fill(-1)
  for (const cell of atMuster) muster[cell] = zoneOf[cell]!
  const plain = (cell: number): CellKind =>
    (isOutdoors || drawn[cell] === 'muster' ? 'outdoors' : drawn[cell]!) as CellKind
  const found = cells.map(plain)
  // Where not one room is drawn, only the muster points themselves can be told from it.
  if (indoors.length === 0 && !isOutdoors) return { kinds: found, muster }

  const fromRooms = distances(grid, indoors, () => true)
  for (const cell of cells)
    if (found[cell] === 'unknown' && fromRooms.metres[cell]! <= reach.wallM) found[cell] = 'indoors'
  enclose(grid, found)
  const standing = receivers.map((receiver) => cellAt(grid, receiver)).filter((cell) => found[cell] !== 'outdoors')
  const fromIndoors = distances(grid, [...indoors, ...standing], () => true)
  const fromMuster = distances(grid, atMuster, (cell) => found[cell] !== 'indoors')
  for (const cell of cells) {
    if (found[cell] === 'indoors') continue
    const [toMuster, toIndoors] = [fromMuster.metres[cell]!, fromIndoors.metres[cell]!]
    // Ground that nobody drew is beside the muster point only where that is nearer than any room.
    const isBeside = toMuster <= reach.besideM && (found[cell] === 'outdoors' || toMuster < toIndoors)
    if (isBeside) muster[cell] = zoneOf[fromMuster.nearest[cell]!]!
    if (isBeside || toIndoors > reach.nearM) found[cell] = 'outdoors'
  }
  return { kinds: found, muster }
}

/** What rooms surround on all sides is indoors, a gap in the drawing, unless somebody drew it as outdoors. */
function enclose(grid: IndoorInput['grid'], kinds: CellKind[]): void {
  const { columns, rows } = grid
  const isEdge = (cell: number) => {
    const column = cell % columns
    return column === 0 || column === columns - 1 || cell < columns || cell >= columns * (rows - 1)
  }
  const open = kinds.flatMap((kind, cell) =>
    kind === 'outdoors' || (kind === 'unknown' && isEdge(cell)) ? [cell] : [],
  )
  const { metres } = distances(grid, open, (cell) => kinds[cell] !== 'indoors')
  kinds.forEach((kind, cell) => {
    if (kind === 'unknown' && metres[cell] === Infinity) kinds[cell] = 'indoors'
  })
}

function cellAt({ cellM, columns, rows }: IndoorInput['grid'], { xM, yM }: PlanarPoint): number {
  const within = (value: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(value / cellM)))
  return within(yM, rows) * columns + within(xM, columns)
}

/** How far each cell is from the nearest source on a way through passable cells, and which source that is. */
function distances(
  { cellM, columns, rows }: IndoorInput['grid'],
  sources: readonly number[],
  isPassable: (cell: number) => boolean,
): { metres: Float32Array; nearest: Int32Array } {
  const metres = new Float32Array(columns * rows).fill(Infinity)
  const nearest = new Int32Array(columns * rows).fill(-1)
  for (const cell of sources) [metres[cell], nearest[cell]] = [0, cell]
  // Rings of one straight step: a cell is looked at again when a shorter way is found, which is rare.
  for (let ring = [...sources]; ring.length > 0;) {
    const next = new Set<number>()
    for (const cell of ring) {
      const [column, row] = [cell % columns, Math.floor(cell / columns)]
      for (const [dx, dy, step] of steps) {
        const [x, y] = [column + dx, row + dy]
        const to = y * columns + x
        const length = metres[cell]! + step * cellM
        if (x < 0 || y < 0 || x >= columns || y >= rows || length >= metres[to]! || !isPassable(to)) continue
        metres[to] = length
        nearest[to] = nearest[cell]!
        next.add(to)
      }
    }
    ring = [...next]
  }
  return { metres, nearest }
}

const steps = [-1, 0, 1].flatMap((dx) =>
  [-1, 0, 1].flatMap((dy) => (dx === 0 && dy === 0 ? [] : [[dx, dy, Math.hypot(dx, dy)] as const])),
)
