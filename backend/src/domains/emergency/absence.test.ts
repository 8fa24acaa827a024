// The four reasons why somebody is not seen are told apart.
import { expect, it } from 'vitest'
import { absenceOf, type Trace } from './absence.ts'

const now = Date.parse('2026-03-01T10:00:00Z')
const trace = (fields: Partial<Trace> & { minutesAgo?: number } = {}): Trace => {
  const { minutesAgo = 10, ...rest } = fields
  const seenAt = now - minutesAgo * 60_000
  return { seenAt, inScope: true, atExit: false, batteryPct: 80, receiversAlive: () => true, ...rest }
}

it.each([
  ['heard a moment ago', trace({ minutesAgo: 1 }), 'probably_inside'],
  ['heard a moment ago at the door', trace({ minutesAgo: 1, atExit: true }), 'probably_inside'],
  ['heard in another building', trace({ minutesAgo: 1, inScope: false }), 'left_site'],
  ['silent since the door', trace({ atExit: true }), 'left_site'],
  ['silent where no receiver works', trace({ atExit: true, receiversAlive: () => false }), 'receivers_down'],
  ['silent with an empty battery at the door', trace({ atExit: true, batteryPct: 3 }), 'badge_silent'],
  ['silent in the middle of the building', trace(), 'badge_silent'],
  ['silent on a floor without receivers', trace({ receiversAlive: () => null }), 'badge_silent'],
  ['never heard', null, 'badge_silent'],
])('%s', (_, given, expected) => {
  expect(absenceOf(given, now)).toBe(expected)
})
