import { describe, expect, it } from 'vitest'
import { Information, planCells, predictAccuracy, type Prediction } from './predicted-accuracy.ts'

const radio = { referencePowerDbm: -59, pathLoss: 2.5, scatterDb: 6 }
const cells = planCells(40, 20)
const at = (xM: number, yM: number) => ({ xM, yM, zM: 2.5, offsetDb: 0 })
const corners = [at(2, 2), at(38, 2), at(2, 18), at(38, 18), at(20, 10)]
const cellAt = (x: number, y: number) => Math.floor(y / cells.cellM) * cells.columns + Math.floor(x / cells.cellM)
const meanOf = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('the predicted accuracy', () => {
  it('gets better everywhere with one more receiver, most beside it', () => {
    const before = predictAccuracy(cells, radio, corners).errorM
    const after = predictAccuracy(cells, radio, [...corners, at(10, 10)]).errorM
    expect(after.every((error, cell) => error <= before[cell]!)).toBe(true)
    const gain = (x: number, y: number) => before[cellAt(x, y)]! / after[cellAt(x, y)]!
    expect(gain(9, 9)).toBeGreaterThan(gain(38, 18) * 1.2)
  })

  it('says for a receiver that is only tried what it says once it hangs there', () => {
    const more = at(12, 6)
    const tried = new Information(cells, radio)
    for (const receiver of corners) tried.add(receiver)
    const hung = predictAccuracy(cells, radio, [...corners, more]).errorM
    for (const cell of [0, 77, cellAt(12, 6), cells.columns * cells.rows - 1])
      expect(tried.errorAt(cell, more)).toBeCloseTo(hung[cell]!, 3)
  })

  it('finds a place for the first receiver of a floor, and a prediction stays what it was', () => {
    const empty = new Information(cells, radio)
    const before = empty.prediction()
    expect(empty.errorAt(cellAt(12, 6))).toBe(Infinity)
    expect(empty.errorAt(cellAt(12, 6), at(12, 6))).toBeLessThan(5)
    empty.add(at(12, 6))
    expect(before.heard.every((heard) => heard === 0)).toBe(true)
  })

  it('is best beside a receiver, also where cells are larger', () => {
    const large = planCells(100, 80)
    const { errorM } = predictAccuracy(large, radio, [at(30, 60)])
    const best = errorM.indexOf(Math.min(...errorM))
    expect(large.cellM).toBeGreaterThan(1.5)
    expect([best % large.columns, Math.floor(best / large.columns)]).toEqual(
      [30, 60].map((metres) => Math.floor(metres / large.cellM)),
    )
  })

  it('knows that receivers in a line say little across it', () => {
    const line = Array.from({ length: 9 }, (_, i) => at(4 + 4 * i, 1))
    const circle = Array.from({ length: 9 }, (_, i) => at(20 + 9 * Math.cos(0.7 * i), 10 + 9 * Math.sin(0.7 * i)))
    const [along, beside] = [line, circle].map((hung) => predictAccuracy(cells, radio, hung).errorM[cellAt(20, 10)]!)
    expect(along).toBeGreaterThan(beside! * 1.3)
  })

  it('hears nobody without receivers, or far from all of them', () => {
    expect(predictAccuracy(cells, radio, []).errorM.every((error) => error === Infinity)).toBe(true)
    const long = planCells(200, 20)
    const { errorM, heard } = predictAccuracy(long, radio, [at(5, 10), at(10, 5), at(10, 15)])
    expect(errorM.at(-1)).toBe(Infinity)
    expect(heard[0]).toBeGreaterThan(2)
    expect(heard.at(-1)).toBeLessThan(0.1)
  })

  it('is worse where readings scatter more, and where badges are never alike', () => {
    const usual = predictAccuracy(cells, radio, corners).errorM
    const scattered = predictAccuracy(cells, { ...radio, scatterDb: 9 }, corners).errorM
    expect(meanOf(scattered)).toBeGreaterThan(meanOf(usual) * 1.15)
  })

  // As when the constants were chosen (bench/journals/placement-planner.md): another number is another map for whoever plans.
  it('is the same number of metres as when it was chosen', () => {
    const places = [
      [2, 2],
      [10, 5],
      [30, 5],
      [39, 19],
    ] as const
    const show = ({ errorM, heard }: Prediction) =>
      places.map(([x, y]) => [errorM[cellAt(x, y)], heard[cellAt(x, y)]].map((value) => value!.toFixed(2)).join(' '))
    expect(show(predictAccuracy(cells, radio, corners))).toEqual(['2.93 2.03', '8.26 2.52', '7.64 2.52', '3.49 1.80'])
    expect(show(predictAccuracy(cells, { ...radio, scatterDb: 4 }, corners))).toEqual([
      '1.55 2.03',
      '6.90 2.52',
      '6.34 2.52',
      '2.37 1.80',
    ])
    const weak = predictAccuracy(cells, radio, [{ ...at(2, 2), offsetDb: -3 }])
    expect([weak.errorM[cellAt(10, 5)]?.toFixed(2), weak.heard[cellAt(10, 5)]?.toFixed(2)]).toEqual(['9.35', '0.74'])
  })

  it('has cells of a metre, and one at least', () => {
    expect(planCells(12.4, 7.6)).toEqual({ cellM: 1, columns: 12, rows: 8 })
    expect(planCells(0.2, 0.2)).toEqual({ cellM: 1, columns: 1, rows: 1 })
  })

  it('needs no more cells for a large floor than for a hall', () => {
    const { columns, rows, cellM } = planCells(5000, 5000)
    expect(columns * rows).toBeLessThan(3200)
    expect(columns * cellM).toBeCloseTo(5000, -2)
  })
})
