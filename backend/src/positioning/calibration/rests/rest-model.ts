// What a floor's receivers hear in each cell, as learnt from rests whose places are only believed: power, path loss, walls and an offset for
// each receiver first, then what is left, as a smooth map. Used by learn-from-rests.ts.
import { mapInTurns } from '../../../map-in-turns.ts'
import { solveSymmetric } from '../linear-solve.ts'
import type { RestCells } from './rest-cells.ts'
import type { Expected } from './rest-places.ts'
import type { RestStrengths } from './rest-strengths.ts'

export interface RestModel {
  referenceDbm: number
  exponent: number
  wallDb: number
  offsets: Float64Array
  /** Beyond those, per receiver and cell, dB. */
  fields: readonly Float64Array[]
}

/** Where a badge may have rested, the cells that matter: index and belief, in turn. */
export interface PlacedRest {
  rest: RestStrengths
  strengthDb: number
  cells: readonly number[]
}

/** Means and standard deviations of what is believed before: badges as they are worn, walls with furniture before them. */
const prior = {
  wornDb: -3,
  referenceSdDb: 4,
  exponent: 2,
  exponentSd: 0.3,
  wallDb: 4,
  wallSdDb: 2,
  offsetSdDb: 2.5,
} as const
/** Of a map: how far a rest speaks, metres, and how many rests' worth nothing is believed in. */
const smooth = { lengthM: 1.5, doubtRests: 4 } as const

export function firstModel(cells: RestCells, referenceDbm: number, exponent: number): RestModel {
  return {
    referenceDbm,
    exponent,
    wallDb: 0,
    offsets: new Float64Array(cells.distances.length),
    fields: cells.distances.map(({ length }) => new Float64Array(length)),
  }
}

export function expectedOf({ distances, walls }: RestCells, model: RestModel): Expected {
  const { referenceDbm, exponent, wallDb, offsets, fields } = model
  return distances.map((table, r) =>
    table.map(
      (distance, i) => referenceDbm + offsets[r]! - exponent * distance - wallDb * walls[r]![i]! + fields[r]![i]!,
    ),
  )
}

interface Known {
  expected: Expected
  silentDbm: number
  scatterDb: number
  /** dBm at one metre, believed before. */
  referenceDbm: number
}

/** What a cell says at a receiver that heard nothing: no more than this, and where less is expected, nothing new. */
function levelAt(heard: number, expected: number, { strengthDb }: PlacedRest, silentDbm: number): number {
  return Number.isNaN(heard) ? Math.min(silentDbm - strengthDb, expected) : heard - strengthDb
}

/** Ridge least squares, each rest counting in its cells as far as it is believed to be there. */
export function fitRests(
  { distances, walls }: RestCells,
  model: RestModel,
  placed: readonly PlacedRest[],
  { expected, silentDbm, scatterDb, referenceDbm }: Known,
): RestModel {
  const size = 3 + distances.length
  const a = new Float64Array(size * size)
  const b = new Float64Array(size)
  for (let r = 0; r < distances.length; r++) {
    const sums = sumsOf(distances[r]!, walls[r]!, expected[r]!, placed, (one) => one.rest.strengths[r]!, silentDbm)
    for (const [i, own] of [0, 1, 2, 3 + r].entries()) {
      b[own]! += sums.level[i]! / scatterDb ** 2
      for (const [j, other] of [0, 1, 2, 3 + r].entries())
        a[own * size + other]! += sums.pairs[4 * i + j]! / scatterDb ** 2
    }
  }
  const believe = (i: number, mean: number, sd: number) => {
    a[i * size + i]! += 1 / sd ** 2
    b[i]! += mean / sd ** 2
  }
  believe(0, referenceDbm + prior.wornDb, prior.referenceSdDb)
  believe(1, prior.exponent, prior.exponentSd)
  believe(2, prior.wallDb, prior.wallSdDb)
  for (let r = 0; r < distances.length; r++) believe(3 + r, 0, prior.offsetSdDb)
  const solution = solveSymmetric(a, b)
  return {
    ...model,
    referenceDbm: solution[0]!,
    exponent: solution[1]!,
    wallDb: Math.max(0, solution[2]!),
    offsets: solution.slice(3),
  }
}

/** Of one receiver: what power, distance, walls and offset are multiplied with, by each other, in pairs, and by what was heard. */
function sumsOf(
  distances: Float64Array,
  walls: Float64Array,
  expected: Float64Array,
  placed: readonly PlacedRest[],
  heardOf: (one: PlacedRest) => number,
  silentDbm: number,
): { pairs: Float64Array; level: Float64Array } {
  const [row, pairs, level] = [new Float64Array([1, 0, 0, 1]), new Float64Array(16), new Float64Array(4)]
  for (const one of placed) {
    const heard = heardOf(one)
    if (heard === Infinity) continue
    const { cells } = one
    for (let k = 0; k < cells.length; k += 2) {
      const cell = cells[k]!
      const share = cells[k + 1]!
      const dbm = levelAt(heard, expected[cell]!, one, silentDbm)
      row[1] = -distances[cell]!
      row[2] = -walls[cell]!
      for (let i = 0; i < 4; i++) {
        const weighed = share * row[i]!
        level[i]! += weighed * dbm
        for (let j = 0; j < 4; j++) pairs[4 * i + j]! += weighed * row[j]!
      }
    }
  }
  return { pairs, level }
}

/** What the rest of the model leaves unexplained, averaged around each cell; where nobody rested, nothing. */
export async function fitFields(
  cells: RestCells,
  model: RestModel,
  placed: readonly PlacedRest[],
  { expected, silentDbm }: Pick<Known, 'expected' | 'silentDbm'>,
): Promise<RestModel> {
  const fields = await mapInTurns([...model.fields.entries()], ([r, before]) => {
    const [sums, weights] = [new Float64Array(before.length), new Float64Array(before.length)]
    const own = expected[r]!
    for (const one of placed) {
      const heard = one.rest.strengths[r]!
      if (heard === Infinity) continue
      for (let k = 0; k < one.cells.length; k += 2) {
        const cell = one.cells[k]!
        const share = one.cells[k + 1]!
        // Where less is expected than goes unheard, silence says nothing new.
        if (Number.isNaN(heard) && own[cell]! + one.strengthDb <= silentDbm) continue
        sums[cell]! += share * (levelAt(heard, own[cell]!, one, silentDbm) - own[cell]! + before[cell]!)
        weights[cell]! += share
      }
    }
    const [summed, weighed] = [blurred(sums, cells), blurred(weights, cells)]
    return summed.map((sum, i) => sum / (weighed[i]! + smooth.doubtRests))
  })
  return { ...model, fields }
}

/** One in its own cell, less around it. */
function blurred(values: Float64Array, { cellM, columns, rows }: RestCells): Float64Array {
  const reach = Math.ceil((2.5 * smooth.lengthM) / cellM)
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, i) => {
    return Math.exp(-((((i - reach) * cellM) / smooth.lengthM) ** 2) / 2)
  })
  const [across, both] = [new Float64Array(values.length), new Float64Array(values.length)]
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      for (let k = Math.max(-reach, -column); k <= Math.min(reach, columns - 1 - column); k++)
        across[row * columns + column]! += kernel[k + reach]! * values[row * columns + column + k]!
  for (let row = 0; row < rows; row++)
    for (let k = Math.max(-reach, -row); k <= Math.min(reach, rows - 1 - row); k++)
      for (let column = 0; column < columns; column++)
        both[row * columns + column]! += kernel[k + reach]! * across[(row + k) * columns + column]!
  return both
}
