// How far off positions will be on a floor, from where its receivers hang (positioning 2.5): the Cramér–Rao bound of place and strength
// together, cell by cell. The placement planner computes it in a worker, `npm run bench -- planner` holds it against the simulator.
import type { FloorRadio } from './domains/floors.ts'
import { pathLossDb, radioDistance, scatter, type RadioPlace } from './radio-model.ts'

export type PlannedReceiver = RadioPlace & {
  /** Added to what it hears, dB. */
  readonly offsetDb: number
}

/** The radio of a floor, as positioning has it. */
type Radio = Pick<FloorRadio, 'referencePowerDbm' | 'pathLoss' | 'scatterDb'>

export type PlanCells = { readonly cellM: number; readonly columns: number; readonly rows: number }

export type Prediction = {
  /** Metres, mean error per cell; Infinity where nobody is heard. */
  readonly errorM: Float32Array
  /** How many receivers hear a badge there, on average. */
  readonly heard: Float32Array
}

/** A receiver at this strength hears a badge in every other second; dBm, and how soft the edge is. */
const hearing = { halfDbm: -90, slopeDb: 3, most: 0.95 } as const
/** With fewer than this, on average, there is no position worth the name. */
const leastHeard = 0.5
/** Bodies, batteries and models: by so much a badge may be weaker or stronger, dB (docs/decisions/0024). */
const strengthSdDb = 6
/** A badge is nowhere further than about this many distances from the receiver that hears it best. */
const nearestTimes = 0.75
/** As in the filter: neighbours hear alike, so that a reading counts half. */
const readingWeight = 0.5
/**
 * Walls and furniture that no model has move an estimate for good, whatever hangs there: so many metres where the mean at a place is off
 * by so many dB, and with its square (accuracy.ts of positioning). Chosen on the simulator, one building left out each time
 * (bench/journals/placement-planner.md).
 */
const lasting = { usualM: 2.5, usualDb: scatter.textbookDb } as const

/** One metre, and larger on large floors, so that a map is there while a receiver is dragged. */
const usualCellM = 1
const mostCells = 3000

export function planCells(widthM: number, heightM: number, cells = mostCells): PlanCells {
  const cellM = Math.max(usualCellM, Math.sqrt((widthM * heightM) / cells))
  return {
    cellM,
    columns: Math.max(1, Math.round(widthM / cellM)),
    rows: Math.max(1, Math.round(heightM / cellM)),
  }
}

/** What is known of each cell so far: six entries of the information about x, y and strength, readings heard, and the best receiver. */
export class Information {
  readonly cells: PlanCells
  readonly #radio: Radio
  readonly #lastingM: number
  readonly #sums: Float32Array
  readonly #heard: Float32Array
  readonly #best: Float32Array
  readonly #bestM: Float32Array

  constructor(cells: PlanCells, radio: Radio) {
    this.cells = cells
    this.#radio = radio
    const lastingDb2 = Math.max(0, radio.scatterDb ** 2 - scatter.readingDb ** 2)
    this.#lastingM = (lasting.usualM * lastingDb2) / lasting.usualDb ** 2
    const count = cells.columns * cells.rows
    this.#sums = new Float32Array(count * 6)
    this.#heard = new Float32Array(count)
    this.#best = new Float32Array(count).fill(-Infinity)
    this.#bestM = new Float32Array(count)
  }

  add(receiver: PlannedReceiver): void {
    const { columns, rows } = this.cells
    for (let row = 0, cell = 0; row < rows; row++)
      for (let column = 0; column < columns; column++, cell++) this.#look(receiver, cell, column, row)
  }

  prediction(): Prediction {
    const errorM = Float32Array.from(this.#heard, (_, cell) => this.errorAt(cell))
    return { errorM, heard: this.#heard.slice() }
  }

  /** Metres at a cell; with `more`, as if that receiver hung there as well. */
  errorAt(cell: number, more?: PlannedReceiver): number {
    const look = more ? this.#reading(more, cell % this.cells.columns, Math.floor(cell / this.cells.columns)) : null
    const heard = this.#heard[cell]! + (look?.heard ?? 0)
    if (heard < leastHeard) return Infinity
    const at = cell * 6
    const sum = (index: number) => this.#sums[at + index]!
    const [w, gx, gy] = look ? [look.weight, look.gx, look.gy] : [0, 0, 0]
    const ss = sum(5) + w + 1 / strengthSdDb ** 2
    const [xs, ys] = [sum(3) + w * gx, sum(4) + w * gy]
    const nearM = look && look.strength > this.#best[cell]! ? look.distanceM : this.#bestM[cell]!
    const least = 1 / (nearestTimes * nearM) ** 2
    // What remains about the place once the strength is to be found out as well.
    const xx = sum(0) + w * gx * gx - (xs * xs) / ss + least
    const xy = sum(1) + w * gx * gy - (xs * ys) / ss
    const yy = sum(2) + w * gy * gy - (ys * ys) / ss + least
    return Math.sqrt((xx + yy) / (xx * yy - xy * xy) + this.#lastingM ** 2)
  }

  #look(receiver: PlannedReceiver, cell: number, column: number, row: number): void {
    const { weight: w, gx, gy, heard, strength, distanceM } = this.#reading(receiver, column, row)
    const at = cell * 6
    const add = (index: number, value: number) => (this.#sums[at + index]! += value)
    add(0, w * gx * gx)
    add(1, w * gx * gy)
    add(2, w * gy * gy)
    add(3, w * gx)
    add(4, w * gy)
    add(5, w)
    this.#heard[cell]! += heard
    if (strength <= this.#best[cell]!) return
    this.#best[cell] = strength
    this.#bestM[cell] = distanceM
  }

  /** One receiver seen from one cell: slopes in dB per metre, and how much a reading weighs. */
  #reading(receiver: PlannedReceiver, column: number, row: number) {
    const { cellM } = this.cells
    const { referencePowerDbm, pathLoss, scatterDb } = this.#radio
    const [x, y] = [(column + 0.5) * cellM, (row + 0.5) * cellM]
    const distanceM = radioDistance(receiver, x, y)
    const strength = referencePowerDbm + receiver.offsetDb - pathLossDb(pathLoss, distanceM)
    const heard = hearing.most / (1 + Math.exp((hearing.halfDbm - strength) / hearing.slopeDb))
    const slope = (-10 * pathLoss) / Math.LN10 / distanceM ** 2
    return {
      gx: slope * (x - receiver.xM),
      gy: slope * (y - receiver.yM),
      weight: (readingWeight * heard) / scatterDb ** 2,
      heard,
      strength,
      distanceM,
    }
  }
}

export function predictAccuracy(cells: PlanCells, radio: Radio, receivers: readonly PlannedReceiver[]): Prediction {
  const information = new Information(cells, radio)
  for (const receiver of receivers) information.add(receiver)
  return information.prediction()
}
