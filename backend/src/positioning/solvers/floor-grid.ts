// The floor cut into cells with, per receiver, the strength expected in each cell relative to the badge's reference power.
// Built once per floor and site version; the grid filter of every badge on the floor reads it.
import { residualAt } from '../calibration/residual-map.ts'
import { badgeHeightM, type Bounds, type Observation } from './observation.ts'

export interface FloorGrid {
  cellM: number
  columns: number
  rows: number
  /** dB relative to the reference power at one metre, per cell, row by row. */
  expected(receiver: Observation['receiver']): Float32Array
  readonly exponent: number
  /** Scatter of one reading around the expected one, dB. */
  readonly sigmaDb: number
  readonly isSurveyed: boolean
  /** Another path-loss exponent from now on; filters on the grid go on with it. */
  retune(exponent: number): void
}

/** Half a metre, and one metre for halls above 2,500 m², so that memory stays small (positioning 2.5, mode A). */
const fineCellM = 0.5
const coarseAboveM2 = 2500
const nearestM = 0.5
/** Scatter of the mean at a place without a survey (positioning 2.5, mode A), and of one reading around the mean, as measured, dB. */
const scatter = { textbookDb: 5, readingDb: 3.3 } as const
/** A plan may be kilometres wide; its cells grow rather than their number. */
const mostCells = 120_000

export function createFloorGrid({ widthM, heightM }: Bounds, firstExponent: number, surveySigmaDb?: number): FloorGrid {
  const usualM = widthM * heightM > coarseAboveM2 ? fineCellM * 2 : fineCellM
  const cellM = Math.max(usualM, Math.sqrt((widthM * heightM) / mostCells))
  const columns = Math.max(1, Math.ceil(widthM / cellM))
  const rows = Math.max(1, Math.ceil(heightM / cellM))
  let exponent = firstExponent
  const tables = new Map<Observation['receiver'], Float32Array>()

  const build = (receiver: Observation['receiver']): Float32Array => {
    const table = new Float32Array(columns * rows)
    const dz = receiver.zM - badgeHeightM
    for (let row = 0; row < rows; row++) {
      const dy = (row + 0.5) * cellM - receiver.yM
      for (let column = 0; column < columns; column++) {
        const dx = (column + 0.5) * cellM - receiver.xM
        const distance = Math.max(nearestM, Math.sqrt(dx * dx + dy * dy + dz * dz))
        const residual = receiver.residuals
          ? residualAt(receiver.residuals, (column + 0.5) * cellM, (row + 0.5) * cellM)
          : 0
        table[row * columns + column] = receiver.offsetDb + residual - 10 * exponent * Math.log10(distance)
      }
    }
    return table
  }

  return {
    cellM,
    columns,
    rows,
    sigmaDb: Math.hypot(surveySigmaDb ?? scatter.textbookDb, scatter.readingDb),
    isSurveyed: surveySigmaDb !== undefined,
    expected(receiver) {
      let table = tables.get(receiver)
      if (!table) tables.set(receiver, (table = build(receiver)))
      return table
    },
    get exponent() {
      return exponent
    },
    retune(next) {
      exponent = next
      tables.clear()
    },
  }
}
