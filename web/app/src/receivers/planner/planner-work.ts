// What the planner's worker works out: the map of one placement, and where one more receiver would help most. Pure, so that it is tested
// without a worker.
import type { FloorRadio } from '@rollcall/contracts/domains/floors'
import { Information, planCells, predictAccuracy } from '@rollcall/contracts/predicted-accuracy'
import type { PlanCells, PlannedReceiver, Prediction } from '@rollcall/contracts/predicted-accuracy'
import { ceilingM } from '@rollcall/contracts/radio-model'
import { contours } from 'd3-contour'
import { isInside } from '../../emergency/board/plan/inside-polygon.ts'
import type { PlanPoint } from '../../emergency/board/plan/inside-polygon.ts'

export type PlannedFloor = {
  readonly widthM: number
  readonly heightM: number
  readonly radio: FloorRadio
  readonly receivers: readonly (PlannedReceiver & { readonly id: string })[]
  /** Polygons in percent of the plan. */
  readonly zones: readonly { readonly id: string; readonly polygon: readonly PlanPoint[] }[]
}
/** `errorM` is null where the larger part of the zone is not heard at all. */
export type AreaAccuracy = { readonly id: string; readonly errorM: number | null; readonly heard: number }
export type AccuracyMap = {
  readonly cells: PlanCells
  /** SVG paths in cells: what is further off than each of `steps`, and what nobody hears. */
  readonly bands: readonly { readonly fromM: number; readonly path: string }[]
  readonly unheard: string
  readonly areas: readonly AreaAccuracy[]
  /** Over everything inside zones, or the whole floor where none is drawn; null: nobody is heard. */
  readonly meanM: number | null
  readonly worstM: number | null
  readonly unheardShare: number
}
export type Aim = 'mean' | 'worst'
export type BestPlace = { readonly xM: number; readonly yM: number }

/** Metres: the classes of the map. */
export const steps = [2, 3, 5, 8] as const
/** Not to be heard at all is as bad as this, metres. */
const unheardM = 20
/** Cells and candidates of the search: a second of work on a slow phone. */
const search = { cells: 900, candidates: 500 } as const
/** The worst tenth is what a search for the worst looks at: a single corner must not decide. */
const worstShare = 0.9

export function mapOf(floor: PlannedFloor): AccuracyMap {
  const cells = planCells(floor.widthM, floor.heightM)
  const prediction = predictAccuracy(cells, floor.radio, floor.receivers)
  const areas = floor.zones.map(({ id, polygon }) => areaOf(id, cellsIn(cells, floor, [polygon]), prediction))
  const counted = countedCells(cells, floor)
  const known = counted.map((cell) => prediction.errorM[cell]!).filter(Number.isFinite)
  const values = framed(cells, prediction.errorM)
  const draw = contours().size([cells.columns + 2, cells.rows + 2])
  const pathAbove = (value: number) => pathOf(draw.contour(values, value).coordinates)
  return {
    cells,
    bands: steps.map((fromM) => ({ fromM, path: pathAbove(fromM) })),
    unheard: pathAbove(unheardM - 0.5),
    areas,
    meanM: known.length > 0 ? known.reduce((sum, error) => sum + error, 0) / known.length : null,
    worstM: known.length > 0 ? known.sort((a, b) => a - b)[Math.floor(known.length * worstShare)]! : null,
    unheardShare: 1 - known.length / counted.length,
  }
}

/** Tries a raster of places, each together with what hangs already. `onProgress` hears shares from 0 to 1. */
export function bestPlace(floor: PlannedFloor, aim: Aim, onProgress: (share: number) => void): BestPlace | null {
  const cells = planCells(floor.widthM, floor.heightM, search.cells)
  const information = new Information(cells, floor.radio)
  for (const receiver of floor.receivers) information.add(receiver)
  const counted = countedCells(cells, floor)
  const stride = Math.max(1, Math.round(counted.length / search.candidates))
  const candidates = counted.filter((_, index) => index % stride === 0)
  let best: (BestPlace & { cost: number }) | null = null
  candidates.forEach((candidate, index) => {
    const xM = ((candidate % cells.columns) + 0.5) * cells.cellM
    const yM = (Math.floor(candidate / cells.columns) + 0.5) * cells.cellM
    const more = { xM, yM, zM: ceilingM, offsetDb: 0 }
    const cost = costOf(
      counted.map((cell) => Math.min(unheardM, information.errorAt(cell, more))),
      aim,
    )
    if (!best || cost < best.cost) best = { xM, yM, cost }
    if (index % 25 === 0) onProgress(index / candidates.length)
  })
  return best
}

function costOf(errors: readonly number[], aim: Aim): number {
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
  if (aim === 'mean') return mean
  // Of places that leave the same worst, the one that helps most elsewhere.
  return errors.toSorted((a, b) => a - b)[Math.floor(errors.length * worstShare)]! + mean / 100
}

function areaOf(id: string, inside: readonly number[], { errorM, heard }: Prediction): AreaAccuracy {
  const known = inside.map((cell) => errorM[cell]!).filter(Number.isFinite)
  const count = inside.reduce((sum, cell) => sum + heard[cell]!, 0) / Math.max(1, inside.length)
  const mean = known.reduce((sum, error) => sum + error, 0) / known.length
  return { id, errorM: known.length * 2 > inside.length ? mean : null, heard: count }
}

/** Where people can be: inside the zones, or everywhere where none is drawn. */
function countedCells(cells: PlanCells, floor: PlannedFloor): number[] {
  const inside = cellsIn(
    cells,
    floor,
    floor.zones.map(({ polygon }) => polygon),
  )
  return inside.length > 0 ? inside : Array.from({ length: cells.columns * cells.rows }, (_, cell) => cell)
}

function cellsIn(
  { cellM, columns, rows }: PlanCells,
  { widthM, heightM }: PlannedFloor,
  polygons: readonly (readonly PlanPoint[])[],
): number[] {
  const found: number[] = []
  for (let cell = 0; cell < columns * rows; cell++) {
    const x = ((((cell % columns) + 0.5) * cellM) / widthM) * 100
    const y = (((Math.floor(cell / columns) + 0.5) * cellM) / heightM) * 100
    if (polygons.some((polygon) => isInside({ x, y }, polygon))) found.push(cell)
  }
  return found
}

/** With one more cell all round, as good as its neighbour: lines leave the plan instead of following its edge. */
function framed({ columns, rows }: PlanCells, errorM: Float32Array): number[] {
  const within = (value: number, count: number) => Math.min(count - 1, Math.max(0, value - 1))
  return Array.from({ length: (columns + 2) * (rows + 2) }, (_, at) => {
    const [column, row] = [at % (columns + 2), Math.floor(at / (columns + 2))]
    return Math.min(unheardM, errorM[within(row, rows) * columns + within(column, columns)]!)
  })
}

function pathOf(polygons: readonly (readonly (readonly (readonly number[])[])[])[]): string {
  const point = ([x = 0, y = 0]: readonly number[]) => `${(x - 1).toFixed(2)} ${(y - 1).toFixed(2)}`
  return polygons
    .flat()
    .map((ring) => `M${ring.map(point).join('L')}Z`)
    .join('')
}
