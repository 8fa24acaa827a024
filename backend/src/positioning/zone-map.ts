// What each grid cell of a floor belongs to, so that the probability of a zone, of being indoors and of standing at a muster point are
// sums over cells. Zones may lie in one another; whether a cell is indoors is for the smallest to say. Built with the site model.
import { mappingIndoors, pieceCells, type CellKind } from './indoor-map.ts'
import { contains, middleOf, sizeOf, type Corner } from './polygon.ts'
import type { FloorGrid } from './solvers/floor-grid.ts'
import type { Bounds, PlanarPoint } from './solvers/observation.ts'
import { isOutdoorName, isOutdoorZone, isPassage, isWay } from './zone-words.ts'

/** Cells that agree in everything asked of them; a floor has a few dozen kinds. */
export interface FloorPart {
  /** Indexes into `ids`, of every zone that holds it, the largest first. */
  readonly zones: readonly number[]
  readonly kind: CellKind
  /** People pass here and rarely stay. */
  readonly isPassage: boolean
  /** Index into `ids` of the muster point that this is, or is beside; −1: none. */
  readonly muster: number
}

export interface ZoneMap {
  /** Index into `parts` per cell. */
  readonly cells: Int16Array
  readonly parts: readonly FloorPart[]
  /** The largest first. */
  readonly ids: readonly string[]
  /** Those that are no rooms. */
  readonly openIds: readonly string[]
  readonly hasMusterPoints: boolean
  /** Stairs and lifts, the rectangles around them, metres. */
  readonly ways: readonly Rectangle[]
}

export interface Rectangle {
  fromX: number
  toX: number
  fromY: number
  toY: number
}

export interface ZoneShape {
  id: string
  name: string
  zoneType: string
  isMusterPoint: boolean
  /** Percent of the plan. */
  polygon: readonly Corner[]
}

export interface FloorShape extends Bounds {
  name: string
  receivers: readonly PlanarPoint[]
}

/** In pieces of some milliseconds. */
export function* mappingZones(
  floor: FloorShape,
  grid: FloorGrid,
  zones: readonly ZoneShape[],
): Generator<void, ZoneMap> {
  const largestFirst = [...zones].sort((a, b) => sizeOf(b.polygon) - sizeOf(a.polygon))
  const nests = createNests(grid.columns * grid.rows)
  let looked = 0
  for (const [zone, { polygon }] of largestFirst.entries()) {
    const [xs, ys] = [polygon.map(({ x }) => x), polygon.map(({ y }) => y)]
    const [columns, rows] = [span(xs, floor.widthM, grid.cellM), span(ys, floor.heightM, grid.cellM)]
    for (let row = rows.from; row < Math.min(grid.rows, rows.to); row++) {
      looked += columns.to - columns.from
      if (looked > pieceCells) {
        yield
        looked = 0
      }
      const y = (((row + 0.5) * grid.cellM) / floor.heightM) * 100
      for (let column = columns.from; column < Math.min(grid.columns, columns.to); column++) {
        const x = (((column + 0.5) * grid.cellM) / floor.widthM) * 100
        if (contains(polygon, { x, y })) nests.put(row * grid.columns + column, zone)
      }
    }
  }
  yield
  const middles = zones.filter((zone) => zone.isMusterPoint).map(({ polygon }) => middleOf(polygon))
  const drawn = largestFirst.map((zone) => kindOf(zone, middles))
  const { kinds, muster } = yield* mappingIndoors({
    grid,
    zoneOf: smallestOf(nests),
    kinds: drawn,
    isOutdoors: isOutdoorName(floor.name),
    receivers: floor.receivers,
  })
  yield
  const ids = largestFirst.map(({ id }) => id)
  return {
    ...(yield* parting(nests, kinds, muster, largestFirst.map(isPassage))),
    ids,
    openIds: ids.filter((_, index) => drawn[index] !== 'indoors'),
    hasMusterPoints: middles.length > 0,
    ways: zones.filter(isWay).map(({ polygon }) => around(polygon, floor)),
  }
}

function around(polygon: readonly Corner[], { widthM, heightM }: Bounds): Rectangle {
  const [x, y] = [
    polygon.map((corner) => (corner.x / 100) * widthM),
    polygon.map((corner) => (corner.y / 100) * heightM),
  ]
  return { fromX: Math.min(...x), toX: Math.max(...x), fromY: Math.min(...y), toY: Math.max(...y) }
}

/** What the drawing says of a zone. A zone that holds a muster point is no room: it says nothing. */
function kindOf(zone: ZoneShape, middles: readonly Corner[]) {
  if (zone.isMusterPoint) return 'muster'
  if (isOutdoorZone(zone)) return 'outdoors'
  return middles.some((middle) => contains(zone.polygon, middle)) ? 'unknown' : 'indoors'
}

/** Which cells of one axis may lie in a polygon with these corners, percent. */
function span(corners: readonly number[], lengthM: number, cellM: number) {
  const cell = (percent: number) => ((percent / 100) * lengthM) / cellM
  return { from: Math.max(0, Math.floor(cell(Math.min(...corners)))), to: Math.ceil(cell(Math.max(...corners))) }
}

/** Zones that lie in one another, as they are met: a floor has a few dozen such lists and a hundred thousand cells. */
interface Nests {
  /** Index into `zones` per cell. */
  readonly of: Int32Array
  readonly zones: readonly (readonly number[])[]
}

function createNests(cells: number): Nests & { put(cell: number, zone: number): void } {
  const of = new Int32Array(cells)
  const zones: number[][] = [[]]
  const inner: Map<number, number>[] = [new Map()]
  return {
    of,
    zones,
    put(cell, zone) {
      const outer = of[cell]!
      let nest = inner[outer]!.get(zone)
      if (nest === undefined) {
        nest = zones.push([...zones[outer]!, zone]) - 1
        inner.push(new Map())
        inner[outer]!.set(zone, nest)
      }
      of[cell] = nest
    },
  }
}

/** Per cell, −1 outside all zones. */
function smallestOf({ of, zones }: Nests): Int16Array {
  const smallest = zones.map((nest) => nest.at(-1) ?? -1)
  const found = new Int16Array(of.length)
  for (let cell = 0; cell < found.length; cell++) found[cell] = smallest[of[cell]!]!
  return found
}

function* parting(
  nests: Nests,
  kinds: readonly CellKind[],
  muster: Int16Array,
  passages: readonly boolean[],
): Generator<void, Pick<ZoneMap, 'cells' | 'parts'>> {
  const parts: FloorPart[] = []
  /** By nest; in each few. */
  const known = nests.zones.map((): number[] => [])
  const cells = new Int16Array(nests.of.length)
  for (let cell = 0; cell < cells.length; cell++) {
    if (cell % pieceCells === pieceCells - 1) yield
    const nest = nests.of[cell]!
    const [kind, point] = [kinds[cell]!, muster[cell]!]
    let index = known[nest]!.find((part) => parts[part]!.kind === kind && parts[part]!.muster === point)
    if (index === undefined) {
      const zones = nests.zones[nest]!
      index = parts.push({ zones, kind, isPassage: passages[zones.at(-1) ?? -1] ?? false, muster: point }) - 1
      known[nest]!.push(index)
    }
    cells[cell] = index
  }
  return { cells, parts }
}
