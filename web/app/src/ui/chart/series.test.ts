import { describe, expect, it } from 'vitest'
import { columnsOf, tableRows } from './series.ts'

const points = Array.from({ length: 500 }, (_, index) => ({ at: index * 1_000, value: index }))

describe('tableRows', () => {
  it('keeps a short series whole', () => {
    expect(tableRows(points.slice(0, 10))).toEqual(points.slice(0, 10))
  })
  it('thins a long one and keeps both ends', () => {
    const rows = tableRows(points)
    expect(rows.length).toBeLessThan(60)
    expect([rows[0], rows.at(-1)]).toEqual([points[0], points.at(-1)])
  })
})

describe('columnsOf', () => {
  it('starts the forecast where what is known ends', () => {
    const columns = columnsOf(
      [
        { at: 0, value: 90 },
        { at: 1_000, value: 80 },
      ],
      [{ at: 9_000, value: 0 }],
    )
    expect(columns).toEqual([
      [0, 1, 9],
      [90, 80, null],
      [null, 80, 0],
    ])
  })
  it('breaks the line where nothing is known for longer than a point stands for', () => {
    const known = [0, 1_000, 5_000].map((at) => ({ at, value: 1 }))
    expect(columnsOf(known, [], 1_000).slice(0, 2)).toEqual([
      [0, 1, 2, 5],
      [1, 1, null, 1],
    ])
    expect(columnsOf(known, [])[0]).toEqual([0, 1, 5])
  })
  it('foresees nothing without anything known', () => {
    expect(columnsOf([], [{ at: 9_000, value: 0 }])).toEqual([[], [], []])
  })
})
