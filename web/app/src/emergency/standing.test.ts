import { expect, it } from 'vitest'
import { standingIn, standingSentence } from './standing.ts'
import type { Mode } from './emergency-words.ts'

const anEvent = (id: string, mode: Mode, buildingIds: string[]) => ({
  id,
  mode,
  scenario: 'fire' as const,
  scope: { buildingIds },
})
const drill = anEvent('drill', 'drill', ['a', 'b'])
const test = anEvent('test', 'test', ['c'])
const live = anEvent('live', 'live', ['d'])
const sentence = (mode: Mode, buildingIds: string[]) =>
  standingSentence(standingIn([drill, test, live], { mode, buildingIds }))

it('says what a live trigger ends, and that what was decided stays', () => {
  expect(sentence('live', ['b'])).toBe('The drill ends. Whoever is already accounted for stays so.')
  expect(sentence('live', ['a', 'c'])).toBe('2 drills and tests here end. Whoever is already accounted for stays so.')
  expect(sentence('live', ['e'])).toBeNull()
})

it('says what must end first', () => {
  const still = 'is still active in these buildings. It must end before another can start.'
  expect(sentence('live', ['a', 'd'])).toBe(`The fire emergency ${still}`)
  expect(standingIn([drill, live], { mode: 'live', buildingIds: ['a', 'd'] })).toEqual({ ends: [], blockedBy: live })
  expect(sentence('drill', ['a'])).toBe(`The fire drill ${still}`)
  expect(sentence('test', ['c'])).toBe(`The fire test ${still}`)
})
