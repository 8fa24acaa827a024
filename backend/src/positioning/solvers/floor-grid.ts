// The floor cut into cells with, per receiver, the strength expected in each cell relative to the badge's reference power.
// Built once per floor and site version; the grid filter of every badge on the floor reads it.
import type { Wall } from '@rollcall/contracts/domains/walls'
import { pathLossDb, radioDistance, scatter } from '@rollcall/contracts/radio-model'
import { addResiduals } from '../calibration/residual-map.ts'
import type { Bounds, Observation } from './observation.ts'
import { wallEdges, type WallEdges } from './wall-edges.ts'

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
  /** Null: none are drawn. */
  readonly walls: WallEdges | null
  /** Another path-loss exponent from now on; filters on the grid go on with it. */
  retune(exponent: number): void
}

/** Half a metre, and one metre for halls above 2,500 m², so that memory stays small (positioning 2.5, mode A). */
const fineCellM = 0.5
const coarseAboveM2 = 2500
/** A plan may be kilometres wide; its cells grow rather than their number. */
const mostCells = 120_000

export function createFloorGrid(
  { widthM, heightM }: Bounds,
  firstExponent: number,
  surveySigmaDb?: number,
  walls: readonly Wall[] = [],
): FloorGrid {
  const usualM = widthM * heightM > coarseAboveM2 ? fineCellM * 2 : fineCellM
  const cellM = Math.max(usualM, Math.sqrt((widthM * heightM) / mostCells))
  const columns = Math.max(1, Math.ceil(widthM / cellM))
  const rows = Math.max(1, Math.ceil(heightM / cellM))
  let exponent = firstExponent
  const tables = new Map<Observation['receiver'], Float32Array>()

  const build = (receiver: Observation['receiver']): Float32Array => {
    const table = new Float32Array(columns * rows)
    for (let row = 0; row < rows; row++) {
      const y = (row + 0.5) * cellM
      for (let column = 0; column < columns; column++) {
        const loss = pathLossDb(exponent, radioDistance(receiver, (column + 0.5) * cellM, y))
        table[row * columns + column] = receiver.offsetDb - loss
      }
    }
    if (receiver.residuals) addResiduals(table, receiver.residuals, { cellM, columns, rows })
    return table
  }

  return {
    cellM,
    columns,
    rows,
    sigmaDb: Math.hypot(surveySigmaDb ?? scatter.textbookDb, scatter.readingDb),
    isSurveyed: surveySigmaDb !== undefined,
    walls: wallEdges(walls, { widthM, heightM }, { cellM, columns, rows }),
    expected(receiver) {
      let table = tables.get(receiver)
      if (!table) tables.set(receiver, (table = build(receiver)))
      return table
    },
    get exponent() {
      return exponent
    },
    retune(next) {
      // In place: to work them all out anew would stop everything else for as long as it takes.
      const factor = next / exponent
      for (const [receiver, table] of tables) {
        const { offsetDb, residuals } = receiver
        if (residuals) tables.delete(receiver)
        else for (let cell = 0; cell < table.length; cell++) table[cell] = offsetDb + (table[cell]! - offsetDb) * factor
      }
      exponent = next
    },
  }
}
