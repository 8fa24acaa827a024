// Which news of a missing person goes to every board, and in which order.
import { expect, it } from 'vitest'
import { importanceOf, mostImportant } from './evidence-change.ts'
import type { Renewed } from './evidence.ts'

type Evidence = NonNullable<Renewed['evidence']>
const at = (second: number) => new Date(Date.parse('2026-03-01T10:00:00Z') + second * 1000).toISOString()
const evidence = (sighting: Partial<Evidence['sighting']> = {}, fields: Partial<Evidence> = {}): Evidence => ({
  sighting: {
    at: at(0),
    buildingId: 'b',
    floorId: 'f',
    floorName: 'Ground floor',
    zoneId: 'z',
    zoneName: 'Kitchen',
    ...sighting,
  },
  nearZoneName: null,
  position: { x: 1, y: 1, xM: 1, yM: 1 },
  accuracyM: 2,
  insideProbability: null,
  movedAt: null,
  receivers: [],
  batteryPct: null,
  ...fields,
})
const person = (now: Evidence | null, fields: Partial<Renewed> = {}): Renewed => ({
  personId: 'p',
  transmitterId: 't',
  absence: 'probably_inside',
  evidence: now,
  standing: { absence: 'probably_inside', evidence: evidence() },
  ...fields,
})
const noPlace = evidence({}, { position: null })
const nowhere = person(noPlace, {
  standing: { absence: 'probably_inside', evidence: evidence({}, { position: null }) },
})

it.each([
  ['nothing new', person(evidence()), 0],
  [
    'a few seconds newer, a step aside',
    person(evidence({ at: at(29) }, { position: { x: 1, y: 1, xM: 4, yM: 4 } })),
    0,
  ],
  ['half a minute newer', person(evidence({ at: at(30) })), 1],
  ['exactly five metres on', person(evidence({}, { position: { x: 1, y: 1, xM: 4, yM: -3 } })), 1],
  ['without a place now', person(evidence({}, { position: null })), 1],
  ['without a place, as before', nowhere, 0],
  ['with a place at last', person(evidence(), { standing: { absence: 'probably_inside', evidence: noPlace } }), 1],
  ['never seen any more', person(null), 3],
  ['walked on', person(evidence({}, { position: { x: 1, y: 1, xM: 4, yM: 5 } })), 1],
  ['in another zone', person(evidence({ zoneId: 'y' })), 2],
  ['on another floor', person(evidence({ floorId: 'g' })), 2],
  ['beside another zone', person(evidence({}, { nearZoneName: 'Office' })), 2],
  ['probably outside now', person(evidence(), { absence: 'near_muster_point' }), 3],
  ['seen for the first time', person(evidence(), { standing: { absence: 'probably_inside', evidence: null } }), 3],
  ['never seen, as before', person(null, { standing: { absence: 'probably_inside', evidence: null } }), 0],
])('%s', (_, given, expected) => {
  expect(importanceOf(given)).toBe(expected)
})

it('takes the most important first, then those whose news is oldest, and no more than asked for', () => {
  const renewed = (
    personId: string,
    now: Evidence,
    before: Evidence,
    absence: Renewed['absence'] = 'probably_inside',
  ) => person(now, { personId, absence, standing: { absence: 'probably_inside', evidence: before } })
  const all = [
    renewed('newer', evidence({ at: at(100) }), evidence({ at: at(60) })),
    renewed('much newer', evidence({ at: at(100) }), evidence({ at: at(10) })),
    renewed('same', evidence(), evidence()),
    renewed('outside', evidence(), evidence(), 'near_muster_point'),
    renewed('elsewhere', evidence({ zoneId: 'y' }), evidence()),
  ]
  expect(mostImportant(all, 3).map(({ personId }) => personId)).toEqual(['outside', 'elsewhere', 'much newer'])
  expect(mostImportant(all, 10)).toHaveLength(4)
  // Who was never seen before has the oldest news of all.
  const found = person(evidence(), { personId: 'found', standing: { absence: 'probably_inside', evidence: null } })
  expect(mostImportant([...all, found], 2).map(({ personId }) => personId)).toEqual(['found', 'outside'])
})
