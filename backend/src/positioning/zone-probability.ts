// How probable each zone of a floor is, being indoors, and standing at a muster point: the belief of the grid filter summed over
// the cells, or a disc of samples around the point when there is no grid. Pure; called by the zone step.
import type { CellKind } from './indoor-map.ts'
import type { SiteFloor } from './site-model.ts'
import type { GridFilter } from './solvers/grid-filter.ts'
import type { Estimate } from './track.ts'
import type { ZoneMap } from './zone-map.ts'

export interface WhereOnFloor {
  /** Of the floor being right; the rest, up to one, is ground that nobody drew. */
  indoors: number
  outdoors: number
  /** At or beside any of its muster points, and the likeliest of them. */
  muster: { probability: number; zoneId: string | null }
  /**
   * By zone id, the largest zone first; a zone counts what lies in the zones inside it. Where it is known better than by the position how
   * likely the badge is outdoors, rooms and open ground follow that; a badge that rests is rather in a room than in a corridor. To be
   * asked before the next badge is looked at.
   */
  zones(known?: { outdoors?: number | null; isStill?: boolean }): ZoneProbabilities
}

/** By zone id, the largest zone first. `alone`: without what lies in a smaller zone. */
export type ZoneProbabilities = Map<string, number> & { alone?: ReadonlyMap<string, number> }

export function whereOnFloor(floor: SiteFloor, estimate: Estimate, filter: GridFilter | null): WhereOnFloor {
  const { parts, ids } = floor.zones
  const sums = filter && filter.grid === floor.grid ? sumOfCells(floor, filter) : sumOfSamples(floor, estimate)
  const points = new Map<number, number>()
  let [indoors, outdoors, atMuster] = [0, 0, 0]
  for (let index = 0; index < parts.length; index++) {
    const sum = sums[index]!
    if (sum === 0) continue
    const { kind, muster } = parts[index]!
    if (kind === 'indoors') indoors += sum
    else if (kind === 'outdoors') outdoors += sum
    if (muster < 0) continue
    atMuster += sum
    points.set(muster, (points.get(muster) ?? 0) + sum)
  }
  let likeliest: number | null = null
  for (const [point, sum] of points) if (likeliest === null || sum > points.get(likeliest)!) likeliest = point
  const zoneId = likeliest === null ? null : ids[likeliest]!
  const zones: WhereOnFloor['zones'] = ({ outdoors: known = null, isStill = false } = {}) => {
    const drawn = indoors + outdoors
    if (isStill) leavePassages(parts, sums, indoors)
    if (known === null || drawn === 0) return inZones(floor.zones, sums, { indoors: 1, outdoors: 1, unknown: 1 })
    const scale = (probability: number, sum: number) => (sum === 0 ? 0 : (probability * drawn) / sum)
    return inZones(floor.zones, sums, {
      indoors: scale(1 - known, indoors),
      outdoors: scale(known, outdoors),
      unknown: 1,
    })
  }
  return { indoors, outdoors, muster: { probability: atMuster, zoneId }, zones }
}

/** Somebody who rests is in a corridor so much more rarely than a cell of the same belief in a room would say. */
const restingShare = 0.1

/** What is taken from corridors goes to the rooms. */
function leavePassages(parts: ZoneMap['parts'], sums: Float64Array, indoors: number): void {
  let left = 0
  for (let index = 0; index < parts.length; index++) {
    const { kind, isPassage } = parts[index]!
    if (isPassage) sums[index]! *= restingShare
    if (kind === 'indoors') left += sums[index]!
  }
  if (left === 0) return
  for (let index = 0; index < parts.length; index++)
    if (parts[index]!.kind === 'indoors') sums[index]! *= indoors / left
}

function inZones({ parts, ids }: ZoneMap, sums: Float64Array, scale: Record<CellKind, number>): ZoneProbabilities {
  const found = cleared(zoneSums, ids.length)
  const alone = new Map<string, number>()
  for (let index = 0; index < parts.length; index++) {
    const { zones, kind } = parts[index]!
    const sum = sums[index]! * scale[kind]
    if (sum === 0) continue
    for (const zone of zones) found[zone]! += sum
    const smallest = ids[zones.at(-1) ?? -1]
    if (smallest !== undefined) alone.set(smallest, (alone.get(smallest) ?? 0) + sum)
  }
  const all: ZoneProbabilities = new Map()
  for (let zone = 0; zone < ids.length; zone++) if (found[zone] !== 0) all.set(ids[zone]!, found[zone]!)
  all.alone = alone
  return all
}

/** One badge is looked at a time, so all share the workspaces, as long as the longest list of parts and of zones. */
const [partSums, zoneSums] = [{ values: new Float64Array(64) }, { values: new Float64Array(64) }]

function cleared(workspace: { values: Float64Array }, length: number): Float64Array {
  if (workspace.values.length < length) workspace.values = new Float64Array(2 * length)
  return workspace.values.fill(0, 0, length)
}

function sumOfCells({ zones, grid }: SiteFloor, filter: GridFilter): Float64Array {
  const sums = cleared(partSums, zones.parts.length)
  const { column, row, scale, columns, rows } = filter.frame
  const middle = (first: number, index: number, count: number) =>
    Math.min(count - 1, first + index * scale + (scale >> 1))
  for (let j = 0; j < rows; j++) {
    const line = middle(row, j, grid.rows) * grid.columns
    for (let i = 0; i < columns; i++) {
      sums[zones.cells[line + middle(column, i, grid.columns)]!]! += filter.belief[j * columns + i]!
    }
  }
  return sums
}

/** A sunflower of points distributed like the two-dimensional normal distribution. */
const samples = Array.from({ length: 48 }, (_, i) => {
  const radius = Math.sqrt(-2 * Math.log(1 - (i + 0.5) / 48))
  const angle = i * 2.399963
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) }
})

function sumOfSamples({ zones, grid }: SiteFloor, { xM, yM, spreadM }: Estimate): Float64Array {
  const sums = cleared(partSums, zones.parts.length)
  for (const sample of samples) {
    const column = Math.floor((xM + sample.x * spreadM) / grid.cellM)
    const row = Math.floor((yM + sample.y * spreadM) / grid.cellM)
    if (column < 0 || row < 0 || column >= grid.columns || row >= grid.rows) continue
    sums[zones.cells[row * grid.columns + column]!]! += 1 / samples.length
  }
  return sums
}
