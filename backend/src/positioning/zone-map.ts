// What each grid cell of a floor belongs to, so that the probability of a zone, of being indoors and of standing at a muster point are
// sums over cells. Zones may lie in one another; whether a cell is indoors is for the smallest to say. Built with the site model.
import { createIndoorMap, type CellKind } from './indoor-map.ts'
import { contains, middleOf, sizeOf, type Corner } from './polygon.ts'
import type { FloorGrid } from './solvers/floor-grid.ts'
import type { Bounds, PlanarPoint } from './solvers/observation.ts'

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

export function createZoneMap(floor: FloorShape, grid: FloorGrid, zones: readonly ZoneShape[]): ZoneMap {
  const largestFirst = [...zones].sort((a, b) => sizeOf(b.polygon) - sizeOf(a.polygon))
  const zonesOf = Array.from({ length: grid.columns * grid.rows }, (): number[] => [])
  largestFirst.forEach(({ polygon }, index) => {
    for (let row = 0; row < grid.rows; row++) {
      const y = (((row + 0.5) * grid.cellM) / floor.heightM) * 100
      for (let column = 0; column < grid.columns; column++) {
        const x = (((column + 0.5) * grid.cellM) / floor.widthM) * 100
        if (contains(polygon, { x, y })) zonesOf[row * grid.columns + column]!.push(index)
      }
    }
  })
  const middles = zones.filter((zone) => zone.isMusterPoint).map(({ polygon }) => middleOf(polygon))
  const drawn = largestFirst.map((zone) => kindOf(zone, middles))
  const { kinds, muster } = createIndoorMap({
    grid,
    zoneOf: Int16Array.from(zonesOf, (holders) => holders.at(-1) ?? -1),
    kinds: drawn,
    isOutdoors: isOutdoorName(floor.name),
    receivers: floor.receivers,
  })
  const ids = largestFirst.map(({ id }) => id)
  return {
    ...partsOf(zonesOf, kinds, muster, largestFirst.map(isPassage)),
    ids,
    openIds: ids.filter((_, index) => drawn[index] !== 'indoors'),
    hasMusterPoints: middles.length > 0,
  }
}

/** What the drawing says of a zone. A zone that holds a muster point is no room: it says nothing. */
function kindOf({ isMusterPoint, name, zoneType, polygon }: ZoneShape, middles: readonly Corner[]) {
  if (isMusterPoint) return 'muster'
  if (isOutdoorName(name) || isOutdoorName(zoneType)) return 'outdoors'
  return middles.some((middle) => contains(polygon, middle)) ? 'unknown' : 'indoors'
}

/** Words by which a floor, a zone type or a zone says that it lies under the sky (docs/decisions/0021-at-a-muster-point.md). */
const outdoorWords =
  /\b(outdoors?|outside|exterior|yard|courtyard|forecourt|car park|parking|garden|lawn|terrace|pavement|grounds)\b/i
const isOutdoorName = (name: string) => outdoorWords.test(name)
/** Corridors; on stairs and in lifts, where people wait in an emergency, nothing is assumed. */
const passageWords = /\b(circulation|corridors?|hallways?|passages?|aisles?)\b/i
const isPassage = ({ name, zoneType }: ZoneShape) =>
  (passageWords.test(name) || passageWords.test(zoneType)) &&
  !/\b(stairs?|stairwell|lifts?|elevators?|refuge)\b/i.test(name)

function partsOf(
  zonesOf: readonly (readonly number[])[],
  kinds: readonly CellKind[],
  muster: Int16Array,
  passages: readonly boolean[],
) {
  const parts: FloorPart[] = []
  const known = new Map<string, number>()
  const cells = new Int16Array(zonesOf.length)
  for (let cell = 0; cell < cells.length; cell++) {
    const zones = zonesOf[cell]!
    const isPassage = passages[zones.at(-1) ?? -1] ?? false
    const part: FloorPart = { zones, kind: kinds[cell]!, isPassage, muster: muster[cell]! }
    const key = `${part.zones.join()} ${part.kind} ${part.muster}`
    let index = known.get(key)
    if (index === undefined) known.set(key, (index = parts.push(part) - 1))
    cells[cell] = index
  }
  return { cells, parts }
}
