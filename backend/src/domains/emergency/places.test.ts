// Where somebody was last heard, it matters whether one of the three nearest receivers still works.
import { expect, it } from 'vitest'
import { createPlaces } from './places.ts'

const here = { xM: 10, yM: 10 }
const receivers = (floorId: string, online: readonly boolean[]) =>
  online.map((isOnline, n) => ({ floorId, xM: 10 + n, yM: 10, online: isOnline }))

const heardOn = (online: readonly boolean[], position: typeof here | null = here) => {
  const floors = [
    { id: 'f1', name: 'First' },
    { id: 'f2', name: 'Second' },
  ]
  const around = [...receivers('f1', online), ...receivers('f2', [true, true, true])]
  return createPlaces({ floors, zones: [], receivers: around })('b', 'f1', null).isHeard(position)
}

it.each([
  ['all work', [true, true, true, true], true],
  ['none works', [false, false, false, false], false],
  ['a near one works', [false, false, true, false], true],
  ['only a distant one works', [false, false, false, true], false],
  ['only a near one failed', [false, true, true, true], true],
  ['there are none', [], null],
])('%s', (_, online, expected) => {
  expect(heardOn(online)).toBe(expected)
})

it('is not known without a position', () => {
  expect(heardOn([true, true, true, false], null)).toBeNull()
  expect(heardOn([true, true], null)).toBeNull()
})

it('a receiver that was never placed is the last to be asked', () => {
  const unplaced = { floorId: 'f1', xM: null, yM: null, online: true }
  const around = [unplaced, ...receivers('f1', [false, false, false])]
  expect(createPlaces({ floors: [], zones: [], receivers: around })('b', 'f1', null).isHeard(here)).toBe(false)
})

it('areas are named as the site names them, and lead outside when they do', () => {
  const zones = [{ id: 'z', name: 'The "quiet" exit', leadsOutside: true }]
  const placeOf = createPlaces({ floors: [{ id: 'f', name: 'Ground' }], zones, receivers: [] })
  expect(placeOf('b', 'f', 'z').leadsOutside).toBe(true)
  expect(JSON.parse(`{${placeOf('b', 'f', 'z').text}}`)).toEqual({
    buildingId: 'b',
    floorId: 'f',
    floorName: 'Ground',
    zoneId: 'z',
    zoneName: 'The "quiet" exit',
  })
  expect(placeOf('b', 'gone', null)).toMatchObject({ leadsOutside: false })
})
