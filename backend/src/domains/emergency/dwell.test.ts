// Ten seconds in one muster point, by the times of the readings.
import { expect, it } from 'vitest'
import { createDwell } from './dwell.ts'

const seen = (seconds: number, zoneId = 'gate') => [
  { emergencyId: 'e', personId: 'p', zoneId, zoneName: 'Gate', at: new Date(seconds * 1000).toISOString() },
]

it('settles after ten seconds of readings and not before', () => {
  const dwell = createDwell()
  expect(dwell.see(seen(0))).toEqual([])
  expect(dwell.see(seen(9.9))).toEqual([])
  expect(dwell.see(seen(10))).toEqual(seen(10))
})

it('never settles a badge that fell silent there', () => {
  const dwell = createDwell()
  for (let turn = 0; turn < 20; turn++) expect(dwell.see(seen(3))).toEqual([])
})

it('begins anew after leaving and in another muster point', () => {
  const dwell = createDwell()
  dwell.see(seen(0))
  dwell.see([])
  expect(dwell.see(seen(11))).toEqual([])
  expect(dwell.see(seen(22, 'yard'))).toEqual([])
  expect(dwell.see(seen(32, 'yard'))).toHaveLength(1)
})
