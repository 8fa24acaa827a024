import { describe, expect, it } from 'vitest'
import { after, alarmAt, evidence, seenInside } from './a-muster-person.ts'
import { decidedWords, factsOf, insideWords, placeWords } from './person-facts.ts'

describe('what is known of a person', () => {
  it('is the zone, the zone beside it, or the floor', () => {
    const nowhere = { sighting: { zoneId: null, zoneName: null } }
    expect(placeWords(evidence())).toBe('Laboratory, Floor 1')
    expect(placeWords(evidence({ ...nowhere, nearZoneName: 'Canteen' }))).toBe('Near Canteen, Floor 1')
    expect(placeWords(evidence(nowhere))).toBe('Floor 1')
    expect(placeWords(null)).toBeNull()
  })
  it.each([
    [null, null],
    [0.95, 'Almost certainly inside the building'],
    [0.7, 'Probably inside the building'],
    [0.5, 'Inside or outside: cannot be told apart'],
    [0.2, 'Probably outside the building'],
    [0, 'Almost certainly outside the building'],
  ])('a probability of %s inside reads %s', (probability, words) => {
    expect(insideWords(probability)).toBe(words)
  })
  it('names who decided, or how it became known by itself', () => {
    const now = alarmAt + 180_000
    const decided = { decidedAt: after(60), at: after(120), by: 'Kim', method: 'bulk' } as const
    expect(decidedWords(decided, now)).toBe('by Kim, 2 min ago')
    expect(decidedWords({ ...decided, method: 'auto_zone' }, now)).toBe('seen at a muster point, 2 min ago')
    expect(decidedWords({ decidedAt: null, at: null, by: null, method: null }, now)).toBe('')
  })
  it('lists only what there is', () => {
    const facts = factsOf(
      seenInside('Ben', { receivers: ['a'], accuracyM: 0.2 }, { note: 'Asleep' }),
      alarmAt + 400_000,
    )
    expect(facts.map(({ name, text }) => `${name}: ${text}`)).toEqual([
      'Note: Asleep',
      'Number: E-Ben',
      'Last seen: Laboratory, Floor 1, 1 min ago',
      'Inside?: Almost certainly inside the building',
      'Last moved: 1 min ago',
      'Accuracy: Within about 1 m',
      'Heard by: 1 receiver',
      'Badge battery: 80 %',
    ])
  })
})
