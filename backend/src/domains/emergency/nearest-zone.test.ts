// The zone next to a position.
import { expect, it } from 'vitest'
import { nearestZone } from './nearest-zone.ts'

const box = (name: string, xM: number, yM: number, size = 10) => ({
  name,
  polygon: [
    { xM, yM },
    { xM: xM + size, yM },
    { xM: xM + size, yM: yM + size },
    { xM, yM: yM + size },
  ],
})
const kitchen = box('Kitchen', 20, 0)
const office = box('Office', 0, 40)

it.each([
  ['beside an edge', { xM: 15, yM: 5 }, 'Kitchen'],
  ['off a corner', { xM: 12, yM: 32 }, 'Office'],
  ['fifteen metres away', { xM: 5, yM: 5 }, 'Kitchen'],
  ['further than that from any', { xM: 4.9, yM: 5 }, undefined],
  ['across the last edge, which closes the polygon', { xM: 19, yM: 9 }, 'Kitchen'],
])('%s', (_, position, expected) => {
  expect(nearestZone(position, [office, kitchen])?.name).toBe(expected)
})

it('is none where there are no zones, or only points', () => {
  expect(nearestZone({ xM: 0, yM: 0 }, [])).toBeNull()
  expect(nearestZone({ xM: 0, yM: 0 }, [{ polygon: [] }])).toBeNull()
  expect(nearestZone({ xM: 0, yM: 3 }, [{ polygon: [{ xM: 0, yM: 0 }] }])).not.toBeNull()
})

it('is the nearer of two, whichever is named first', () => {
  const [near, far] = [box('Near', 3, 0), box('Far', 0, 8)]
  const at = { xM: 0, yM: 3 }
  expect([nearestZone(at, [near, far])?.name, nearestZone(at, [far, near])?.name]).toEqual(['Near', 'Near'])
})

it('measures to the middle of long edges', () => {
  const hall = box('Hall', 20, 20, 100)
  const beside = [
    { xM: 70, yM: 10 },
    { xM: 10, yM: 70 },
    { xM: 70, yM: 130 },
    { xM: 130, yM: 70 },
  ]
  for (const position of beside) expect(nearestZone(position, [hall])).toBe(hall)
})

it('measures to slanting edges, and to their ends beyond them', () => {
  const slope = {
    polygon: [
      { xM: 0, yM: 0 },
      { xM: 30, yM: 40 },
    ],
  }
  // 15 m square off the middle, and a hair more.
  expect(nearestZone({ xM: 15 + 12, yM: 20 - 9 }, [slope])).toBe(slope)
  expect(nearestZone({ xM: 15 + 12.1, yM: 20 - 9.1 }, [slope])).toBeNull()
  // 15 m past the upper end, and before the lower one.
  expect(nearestZone({ xM: 30 + 9, yM: 40 + 12 }, [slope])).toBe(slope)
  expect(nearestZone({ xM: 30 + 9.1, yM: 40 + 12.1 }, [slope])).toBeNull()
  expect(nearestZone({ xM: -9, yM: -12 }, [slope])).toBe(slope)
  expect(nearestZone({ xM: -9.1, yM: -12.1 }, [slope])).toBeNull()
})
