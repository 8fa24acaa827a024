// Which cells of a floor are indoors, which are outdoors, and which are at or beside a muster point, as far as its drawing tells
// (rules 9). What is not drawn stays unknown near anything that stands indoors, and nobody is called safe there. Used by zone-map.ts.
import type { FloorGrid } from './solvers/floor-grid.ts'
import type { PlanarPoint } from './solvers/observation.ts'

export type CellKind = 'indoors' | 'outdoors' | 'unknown'

/** Metres. A wall and the gap beside it belong to the room; nearer than `near` to anything indoors, what is not drawn may be a room. */
const reach = { wallM: 1, besideM: 6, nearM: 8 } as const

/** After so many cells others have their turn: a floor may have a hundred thousand. */
export const pieceCells = 10_000
/** Of those whose eight neighbours are looked at too. */
const pieceRings = pieceCells / 8

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

/** In pieces of some milliseconds. */
export function* mappingIndoors(input: IndoorInput): Generator<void, IndoorMap> {
  const { grid, zoneOf, kinds, isOutdoors, receivers } = input
  const count = zoneOf.length
  const [atMuster, indoors]: [number[], number[]] = [[], []]
  const muster = new Int16Array(count).fill(-1)
  const found: CellKind[] = []
  for (let cell = 0; cell < count; cell++) {
    const drawn = kinds[zoneOf[cell]!] ?? 'unknown'
    if (drawn === 'muster') {
      muster[cell] = zoneOf[cell]!
      atMuster.push(cell)
    } else if (drawn === 'indoors' && !isOutdoors) indoors.push(cell)
    if (cell % pieceCells === pieceCells - 1) yield
    found.push(isOutdoors || drawn === 'muster' ? 'outdoors' : drawn)
  }
  // Where not one room is drawn, only the muster points themselves can be told from it.
  if (indoors.length === 0 && !isOutdoors) return { kinds: found, muster }

  yield
  const fromRooms = yield* measuring(grid, indoors, reach.wallM, () => true)
  for (let cell = 0; cell < count; cell++)
    if (found[cell] === 'unknown' && fromRooms.metres[cell]! <= reach.wallM) found[cell] = 'indoors'
  yield
  yield* enclosing(grid, found)
  yield
  const standing = receivers.map((receiver) => cellAt(grid, receiver)).filter((cell) => found[cell] !== 'outdoors')
  const fromIndoors = yield* measuring(grid, [...indoors, ...standing], reach.nearM, () => true)
  yield
  const fromMuster = yield* measuring(grid, atMuster, reach.besideM, (cell) => found[cell] !== 'indoors')
  for (let cell = 0; cell < count; cell++) {
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
function* enclosing(grid: IndoorInput['grid'], kinds: CellKind[]): Generator<void, void> {
  const { columns, rows } = grid
  const isEdge = (cell: number) => {
    const column = cell % columns
    return column === 0 || column === columns - 1 || cell < columns || cell >= columns * (rows - 1)
  }
  const open: number[] = []
  for (let cell = 0; cell < kinds.length; cell++)
    if (kinds[cell] === 'outdoors' || (kinds[cell] === 'unknown' && isEdge(cell))) open.push(cell)
  yield
  const isReached = new Uint8Array(kinds.length)
  for (const cell of open) isReached[cell] = 1
  // Grows while it is walked through.
  for (let next = 0; next < open.length; next++) {
    if (next % pieceRings === pieceRings - 1) yield
    const [column, row] = [open[next]! % columns, Math.floor(open[next]! / columns)]
    for (const { dx, dy } of steps) {
      const [x, y] = [column + dx, row + dy]
      const to = y * columns + x
      if (x < 0 || y < 0 || x >= columns || y >= rows || isReached[to] || kinds[to] === 'indoors') continue
      isReached[to] = 1
      open.push(to)
    }
  }
  for (let cell = 0; cell < kinds.length; cell++)
    if (kinds[cell] === 'unknown' && !isReached[cell]) kinds[cell] = 'indoors'
}

function cellAt({ cellM, columns, rows }: IndoorInput['grid'], { xM, yM }: PlanarPoint): number {
  const within = (value: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(value / cellM)))
  return within(yM, rows) * columns + within(xM, columns)
}

/** How far each cell is from the nearest source on a way through passable cells, and which source that is; further than asked for: Infinity. */
function* measuring(
  { cellM, columns, rows }: IndoorInput['grid'],
  sources: readonly number[],
  withinM: number,
  isPassable: (cell: number) => boolean,
): Generator<void, { metres: Float32Array; nearest: Int32Array }> {
  const metres = new Float32Array(columns * rows).fill(Infinity)
  const nearest = new Int32Array(columns * rows).fill(-1)
  const isNext = new Uint8Array(columns * rows)
  for (const cell of sources) [metres[cell], nearest[cell]] = [0, cell]
  let looked = 0
  // Rings of one straight step: a cell is looked at again when a shorter way is found, which is rare.
  for (let ring = [...sources]; ring.length > 0;) {
    const next: number[] = []
    for (const cell of ring) {
      isNext[cell] = 0
      if (++looked % pieceRings === 0) yield
      const [column, row] = [cell % columns, Math.floor(cell / columns)]
      for (const { dx, dy, cells } of steps) {
        const [x, y] = [column + dx, row + dy]
        const to = y * columns + x
        const length = metres[cell]! + cells * cellM
        if (x < 0 || y < 0 || x >= columns || y >= rows || length >= metres[to]!) continue
        if (length > withinM || !isPassable(to)) continue
        metres[to] = length
        nearest[to] = nearest[cell]!
        if (!isNext[to]) next.push(to)
        isNext[to] = 1
      }
    }
    ring = next
  }
  return { metres, nearest }
}

const steps = [-1, 0, 1].flatMap((dx) =>
  [-1, 0, 1].flatMap((dy) => (dx === 0 && dy === 0 ? [] : [{ dx, dy, cells: Math.hypot(dx, dy) }])),
)
