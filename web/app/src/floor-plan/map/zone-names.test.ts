import { describe, expect, it } from 'vitest'
import { namesInTheWay } from './zone-names.ts'

const box = (left: number, top: number, width: number, zoneWidth = 100) => {
  return { left, top, right: left + width, bottom: top + 15, zoneWidth }
}

describe('the names of zones on the plan', () => {
  it('all stand where there is room', () => {
    expect(namesInTheWay([box(0, 0, 50), box(60, 0, 50), box(0, 20, 50)])).toEqual(new Set())
  })
  it('leave out the narrower of two that collide, whichever comes first', () => {
    expect(namesInTheWay([box(0, 0, 50, 60), box(30, 5, 50, 200)])).toEqual(new Set([0]))
    expect(namesInTheWay([box(0, 0, 50, 200), box(30, 5, 50, 60)])).toEqual(new Set([1]))
  })
  it('do not count what was left out itself', () => {
    expect(namesInTheWay([box(0, 0, 60, 300), box(50, 0, 60, 200), box(100, 0, 60, 150)])).toEqual(new Set([1]))
  })
  it('leave out a name whose zone holds no word', () => {
    expect(namesInTheWay([box(0, 0, 20, 20)])).toEqual(new Set([0]))
  })
})
