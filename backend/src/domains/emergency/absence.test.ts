// The reasons why somebody is not seen are told apart.
import { expect, it } from 'vitest'
import { absenceOf, isHeard, type Trace } from './absence.ts'

const now = Date.parse('2026-03-01T10:00:00Z')
const trace = (fields: Partial<Trace> & { minutesAgo?: number } = {}): Trace => {
  const { minutesAgo = 10, ...rest } = fields
  const nothing = { atMusterPoint: false, musterProbability: null, insideProbability: null }
  const seenAt = now - minutesAgo * 60_000
  return { ...nothing, seenAt, inScope: true, atExit: false, batteryPct: 80, receiversAlive: () => true, ...rest }
}
const lately = (fields: Partial<Trace> = {}) => trace({ minutesAgo: 1, ...fields })
const away = trace({ inScope: false, receiversAlive: () => false })

it.each([
  ['heard a moment ago', lately(), 'probably_inside'],
  ['heard a moment ago at the door', lately({ atExit: true }), 'probably_inside'],
  ['heard in another building', lately({ inScope: false }), 'left_site'],
  ['silent since the door', trace({ atExit: true }), 'left_site'],
  ['silent where no receiver works', trace({ atExit: true, receiversAlive: () => false }), 'receivers_down'],
  ['silent with an empty battery at the door', trace({ atExit: true, batteryPct: 3 }), 'badge_silent'],
  ['silent in the middle of the building', trace(), 'badge_silent'],
  ['silent on a floor without receivers', trace({ receiversAlive: () => null }), 'badge_silent'],
  ['probably inside', lately({ insideProbability: 0.2 }), 'probably_inside'],
  ['probably outside, near no muster point', lately({ insideProbability: 0.19 }), 'near_muster_point'],
  [
    'very likely beside a muster point',
    lately({ insideProbability: 0.3, musterProbability: 0.81 }),
    'near_muster_point',
  ],
  ['perhaps beside a muster point', lately({ insideProbability: 0.3, musterProbability: 0.8 }), 'probably_inside'],
  ['in a muster point, the position cannot tell', lately({ atMusterPoint: true }), 'near_muster_point'],
  ['drawn in a muster point, yet inside', lately({ atMusterPoint: true, insideProbability: 0.9 }), 'probably_inside'],
  ['in a muster point of another building', lately({ atMusterPoint: true, inScope: false }), 'near_muster_point'],
  ['silent since they were outside', trace({ insideProbability: 0.1 }), 'left_site'],
  ['heard five minutes ago', trace({ minutesAgo: 5 }), 'probably_inside'],
  ['silent for longer, last in another building', trace({ inScope: false }), 'left_site'],
  ['silent in another building whose receivers are down', away, 'left_site'],
  ['silent with a battery that is nearly empty', trace({ atExit: true, batteryPct: 5 }), 'badge_silent'],
  ['silent with a battery that is low', trace({ atExit: true, batteryPct: 6 }), 'left_site'],
  ['silent since the door, the battery not known', trace({ atExit: true, batteryPct: null }), 'left_site'],
  ['silent since the muster point', trace({ atMusterPoint: true }), 'left_site'],
])('%s', (_, given, expected) => {
  expect(absenceOf(given, true, now)).toBe(expected)
})

// holds rules 9-9
it('never calls somebody probably inside whose probability of that is below 0.2', () => {
  const some = [true, false]
  for (const atExit of some)
    for (const atMusterPoint of some)
      for (const inScope of some)
        for (const minutesAgo of [0, 4, 6, 60])
          for (const insideProbability of [0, 0.1, 0.199]) {
            const given = trace({ atExit, atMusterPoint, inScope, minutesAgo, insideProbability })
            expect(absenceOf(given, true, now)).not.toBe('probably_inside')
          }
})

it('tells a badge that was never heard from no badge at all', () => {
  expect([absenceOf(null, true, now), absenceOf(null, false, now)]).toEqual(['badge_silent', 'no_badge'])
})

const receiver = (xM: number | null, online: boolean) => ({ xM, yM: xM, online })
const here = { xM: 0, yM: 0 }

it.each([
  ['there are no receivers', [], null],
  ['all work', [receiver(1, true), receiver(50, true)], true],
  ['none works', [receiver(1, false), receiver(50, false)], false],
  ['the third nearest works', [receiver(1, false), receiver(9, true), receiver(2, false)], true],
  [
    'only the fourth nearest works',
    [receiver(9, true), receiver(1, false), receiver(2, false), receiver(3, false)],
    false,
  ],
  ['the nearest of four works', [9, 8, 7, 1].map((xM) => receiver(xM, xM === 1)), true],
  [
    'only one that was never placed across works',
    [
      { xM: null, yM: 0, online: true },
      { xM: 0, yM: null, online: true },
      ...[1, 2, 3].map((xM) => receiver(xM, false)),
    ],
    false,
  ],
  [
    'only one that was never placed works',
    [receiver(null, true), receiver(1, false), receiver(2, false), receiver(3, false)],
    false,
  ],
])('hears what is near: %s', (_, receivers, expected) => {
  expect(isHeard(here, receivers)).toBe(expected)
})

it('measures from where the position is', () => {
  const receivers = [receiver(11, true), receiver(1, false), receiver(2, false), receiver(3, false)]
  expect(isHeard({ xM: 10, yM: 10 }, receivers)).toBe(true)
  const below = [{ xM: 0, yM: 9, online: true }, ...[1, 2, 3].map((xM) => ({ xM, yM: 0, online: false }))]
  expect([isHeard(here, below), isHeard({ xM: 0, yM: 9 }, below)]).toEqual([false, true])
})

it('cannot tell whether a badge would be heard at an unknown position', () => {
  expect(isHeard(null, [receiver(1, true)])).toBeNull()
})
