import { expect, it } from 'vitest'
import { rectangleBetween, snapPoint } from './snap-point.ts'

const room = rectangleBetween({ x: 10, y: 10 }, { x: 20, y: 16 })
const near = (point: { x: number; y: number }, neighbours: { x: number; y: number }[] = []) =>
  snapPoint(point, { outlines: [room], neighbours, reach: 0.5 })

it('takes the corner of another zone before its edge', () => {
  expect(near({ x: 20.3, y: 15.8 })).toEqual({ x: 20, y: 16 })
})
it('takes an edge, but not beyond its end', () => {
  expect(near({ x: 14, y: 16.4 })).toEqual({ x: 14, y: 16 })
  expect(near({ x: 21, y: 16.4 })).toEqual({ x: 21, y: 16.4 })
})
it('is square to the corner before it, and meets an edge where both cross', () => {
  expect(near({ x: 30.2, y: 40 }, [{ x: 30, y: 50 }])).toEqual({ x: 30, y: 40 })
  expect(near({ x: 14.2, y: 15.7 }, [{ x: 14, y: 30 }])).toEqual({ x: 14, y: 16 })
})
it('is square to the corners before and after it', () => {
  expect(
    near({ x: 30.3, y: 39.8 }, [
      { x: 30, y: 50 },
      { x: 44, y: 40 },
    ]),
  ).toEqual({ x: 30, y: 40 })
})
it('leaves a point alone that is near nothing', () => {
  expect(near({ x: 15, y: 13 })).toEqual({ x: 15, y: 13 })
})
