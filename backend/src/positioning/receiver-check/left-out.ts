// Where badges were according to all receivers but one, and what that one heard from there: a place that leans on nobody's own word.
// Puts the rows of a floor together per receiver and square, as if somebody had surveyed it. Called by assess-floor.ts.
import type { SiteFloor } from '../site-model.ts'
import type { StrengthRow } from './strength-log.ts'

/** What one receiver heard in one square; dB less the badge's reference power, means over the rows. */
export interface Square {
  /** With silence counted as the faintest strength. */
  levelDb: number
  /** As the floor's model expects it. */
  expectedDb: number
  rows: number
  /** Of these, rows in which it heard the badge. */
  heard: number
}

/** Places tried for a badge: every metre, fewer on a large floor. */
const mostCells = 900
/** Width of a square, metres: a desk; a place is hardly known better. */
const squareM = 1.5
/** As the grid filter weighs strengths (Student-t, to the power of −1.5). */
const freedom = 4
/** Fewer other receivers place nobody. */
const leastOthers = 3
/** A badge that is not heard for seconds came in at this strength, dBm. */
const silenceDbm = -97

/** `isTrusted` says whose word on places counts. The answer holds, by receiver in the floor's order, its squares. */
export function createLeftOut(floor: SiteFloor, isTrusted: (receiver: number) => boolean) {
  const { cellM, columns, count, expected } = rasterOf(floor)
  const squares = floor.receivers.map(() => new Map<number, Square>())
  const scale = 1 / (freedom * floor.grid.sigmaDb ** 2)
  const product = new Float64Array(count)
  const terms = floor.receivers.map(() => new Float64Array(count))

  const add = (receiver: number, { x, y }: Place, levelDb: number, heard: 0 | 1) => {
    const key = Math.floor(y / squareM) * 4096 + Math.floor(x / squareM)
    const expectedDb = expected[receiver]![Math.floor(y / cellM) * columns + Math.floor(x / cellM)]!
    const known = squares[receiver]!.get(key)
    if (!known) squares[receiver]!.set(key, { levelDb, expectedDb, rows: 1, heard })
    else {
      known.rows++
      known.heard += heard
      known.levelDb += (levelDb - known.levelDb) / known.rows
      known.expectedDb += (expectedDb - known.expectedDb) / known.rows
    }
  }
  /** The mean of the belief, with one receiver's own term taken out again. */
  const placeWithout = (own: Float64Array | null): Place => {
    let [sum, x, y] = [0, 0, 0]
    for (let cell = 0; cell < count; cell++) {
      const misfit = own ? product[cell]! / own[cell]! : product[cell]!
      const weight = 1 / (misfit * Math.sqrt(misfit))
      sum += weight
      x += weight * (cell % columns)
      y += weight * Math.floor(cell / columns)
    }
    return { x: (x / sum + 0.5) * cellM, y: (y / sum + 0.5) * cellM }
  }
  /** Answers how many receivers have a say. */
  const believe = ({ referenceDbm, strengths }: StrengthRow): number => {
    product.fill(1)
    let voices = 0
    for (let receiver = 0; receiver < strengths.length; receiver++) {
      const heard = strengths[receiver]! - referenceDbm
      if (!Number.isFinite(heard) || !isTrusted(receiver)) continue
      voices++
      const [table, term] = [expected[receiver]!, terms[receiver]!]
      for (let cell = 0; cell < count; cell++) {
        const off = heard - table[cell]!
        product[cell]! *= term[cell] = 1 + off * off * scale
      }
    }
    return voices
  }
  return {
    add(row: StrengthRow): void {
      const voices = believe(row)
      if (voices < leastOthers) return
      const { referenceDbm, strengths } = row
      const all = placeWithout(null)
      for (let receiver = 0; receiver < strengths.length; receiver++) {
        const rssi = strengths[receiver]!
        if (rssi === Infinity) continue
        if (Number.isNaN(rssi)) add(receiver, all, silenceDbm - referenceDbm, 0)
        else if (!isTrusted(receiver)) add(receiver, all, rssi - referenceDbm, 1)
        else if (voices > leastOthers) add(receiver, placeWithout(terms[receiver]!), rssi - referenceDbm, 1)
      }
    },
    squares: squares as readonly ReadonlyMap<number, Square>[],
  }
}

type Place = { x: number; y: number }

/** The floor in coarse cells with what each receiver expects there, dB relative to the badge's reference power. */
function rasterOf({ widthM, heightM, grid, receivers }: SiteFloor) {
  const cellM = Math.max(1, Math.sqrt((widthM * heightM) / mostCells))
  const [columns, rows] = [Math.ceil(widthM / cellM), Math.ceil(heightM / cellM)]
  const fine = (index: number, count: number) => Math.min(count - 1, Math.floor(((index + 0.5) * cellM) / grid.cellM))
  const expected = receivers.map((receiver) => {
    const table = grid.expected(receiver)
    return Float32Array.from({ length: columns * rows }, (_, cell) => {
      const [column, row] = [fine(cell % columns, grid.columns), fine(Math.floor(cell / columns), grid.rows)]
      return table[row * grid.columns + column]!
    })
  })
  return { cellM, columns, count: columns * rows, expected }
}
