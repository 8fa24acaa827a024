// The tables of a floor: another exponent and a survey's map give what working them out anew would.
import { describe, expect, it } from 'vitest'
import { pathLossDb, radioDistance } from '@rollcall/contracts/radio-model'
import { residualAt } from '../calibration/residual-map.ts'
import { createFloorGrid } from './floor-grid.ts'

const bounds = { widthM: 12, heightM: 8 }
const receiver = { xM: 3, yM: 2, zM: 2.5, offsetDb: 1.5 }
const residuals = { xM: [2, 9, 11.9], yM: [2, 6, 0.1], weights: [4, -3, 2], lengthM: 1.2 }

describe('createFloorGrid', () => {
  it('has the same tables after another exponent as a grid that began with it', () => {
    const grid = createFloorGrid(bounds, 2)
    const before = grid.expected(receiver)
    grid.retune(2.6)
    expect(grid.exponent).toBe(2.6)
    expect(grid.expected(receiver)).toBe(before)
    const anew = createFloorGrid(bounds, 2.6).expected(receiver)
    for (const [cell, expected] of anew.entries()) expect(before[cell]).toBeCloseTo(expected, 4)
  })

  it('adds what the survey found to every cell it reaches, with and after another exponent', () => {
    const grid = createFloorGrid(bounds, 2, 4)
    for (const exponent of [2, 2.4]) {
      grid.retune(exponent)
      const table = grid.expected({ ...receiver, residuals })
      for (const [cell, value] of table.entries()) {
        const [x, y] = [
          ((cell % grid.columns) + 0.5) * grid.cellM,
          (Math.floor(cell / grid.columns) + 0.5) * grid.cellM,
        ]
        const loss = pathLossDb(exponent, radioDistance(receiver, x, y))
        expect(value).toBeCloseTo(receiver.offsetDb - loss + residualAt(residuals, x, y), 4)
      }
    }
  })
})
