import { describe, expect, it } from 'vitest'
import { after, alarmAt, aMissingPerson, aSweep, seenInside } from '../a-muster-person.ts'
import { chanceWords, reasonsFor } from './likelihood.ts'
import { searchAreas } from './search-areas.ts'

const moment = { now: alarmAt + 300_000, triggeredAt: alarmAt }
const office = { sighting: { zoneId: 'office', zoneName: 'Office' } }
const plan = (people: Parameters<typeof searchAreas>[0], sweeps: Parameters<typeof searchAreas>[1] = []) =>
  searchAreas(people, sweeps, moment)
const names = ({ areas }: ReturnType<typeof searchAreas>) => areas.map(({ name }) => name)
const reasonsOf = ({ areas }: ReturnType<typeof searchAreas>) =>
  areas.flatMap(({ people, sweep }) =>
    people.flatMap(({ person }) => reasonsFor(person, sweep, moment).map(({ says }) => says)),
  )

describe('where to search first', () => {
  it('puts the area with more missing people first', () => {
    const found = plan([seenInside('Ada', office), seenInside('Bob'), seenInside('Cid')])
    expect(found.areas.map(({ name, people }) => [name, people.length])).toEqual([
      ['Laboratory', 2],
      ['Office', 1],
    ])
    expect(found.areas[0]?.expected).toBeCloseTo(1.9)
  })
  it('puts one who cannot move before two who are walking out', () => {
    const lying = seenInside('Ada', { ...office, movedAt: after(30) }, { specialNeeds: 'Wheelchair' })
    const found = plan([lying, seenInside('Bob'), seenInside('Cid')])
    expect(names(found)).toEqual(['Office', 'Laboratory'])
    expect(reasonsOf(found)).toContain('Has not moved for 4 min: may not be able to')
    expect(reasonsOf(found)).toContain('Wheelchair')
  })
  it('says that a badge which never moved may lie on a desk', () => {
    const found = plan([seenInside('Ada', { movedAt: after(-1_800) })])
    expect(reasonsOf(found)).toContain(
      'Has not moved since the alarm, for 5 min: cannot move, or left the badge behind',
    )
  })
  it('takes nobody for unable to move in the first moments, when everybody still sits', () => {
    const sitting = seenInside('Ada', { sighting: { at: after(60) }, movedAt: after(-1_800) })
    const early = { now: alarmAt + 60_000, triggeredAt: alarmAt }
    const says = reasonsFor(sitting, null, early).map((reason) => reason.says)
    expect(says).toEqual(['Inside 95 %', 'Seen now', 'Within about 2 m'])
  })
  it('counts an old or rough sighting less than a fresh and exact one, and says so', () => {
    const old = seenInside('Ada', { sighting: { at: after(-900) }, movedAt: null, accuracyM: 15 })
    const found = plan([old, seenInside('Bob', office)])
    expect(names(found)).toEqual(['Office', 'Laboratory'])
    expect(reasonsOf(found)).toEqual(expect.arrayContaining(['Seen 20 min ago', 'Somewhere on this floor']))
    expect(found.areas.map(({ people }) => chanceWords(people[0]!.chance))).toEqual([
      'Very likely here',
      'Unlikely here',
    ])
  })
  it('holds on longer to a place where nobody can be heard because receivers are down', () => {
    const seen = { sighting: { at: after(-600) }, movedAt: null, insideProbability: null }
    const deaf = seenInside('Ada', seen, { absence: 'receivers_down' })
    const quiet = seenInside('Bob', { ...seen, sighting: { ...seen.sighting, ...office.sighting } })
    const found = plan([quiet, deaf])
    expect(names(found)).toEqual(['Laboratory', 'Office'])
    expect(reasonsOf(found)).toContain('Receivers are down here: whoever is here cannot be heard')
  })
  it('puts whoever asked for help first', () => {
    const help = seenInside('Ada', office, { status: 'needs_help', absence: null, note: 'Broken leg' })
    const found = plan([help, seenInside('Bob'), seenInside('Cid')])
    expect(names(found)).toEqual(['Office', 'Laboratory'])
    expect(reasonsOf(found)).toContain('Needs help: Broken leg')
  })
  it('names the place of somebody outside all zones by the nearest one', () => {
    const corridor = { sighting: { zoneId: null, zoneName: null } }
    const found = plan([
      seenInside('Ada', { ...corridor, nearZoneName: 'Office' }),
      seenInside('Bob', { ...corridor, nearZoneName: 'Stairs' }),
      seenInside('Cid', corridor),
    ])
    expect(names(found).toSorted()).toEqual(['Near Office', 'Near Stairs', 'Outside its zones'])
  })
  it('sends nobody inside for those who are probably outside, and counts them', () => {
    const found = plan([
      seenInside('Ada', {}, { absence: 'near_muster_point' }),
      seenInside('Bob', {}, { absence: 'left_site' }),
      seenInside('Cid', { insideProbability: 0.1 }),
    ])
    expect(found.areas).toEqual([])
    expect(found.outside).toHaveLength(3)
  })
  it('keeps apart those whose place nobody knows', () => {
    const found = plan([
      aMissingPerson('Ada', { absence: 'no_badge' }),
      seenInside('Bob', {}, { absence: 'badge_silent' }),
      aMissingPerson('Cid'),
    ])
    expect(found.areas).toEqual([])
    expect(found.nobodyKnows.map(({ fullName }) => fullName)).toEqual(['Ada', 'Bob', 'Cid'])
  })
  it('leaves out everybody who is accounted for', () => {
    const settled = (['accounted', 'off_site', 'excused'] as const).map((status) => seenInside(status, {}, { status }))
    expect(plan(settled)).toEqual({ areas: [], nobodyKnows: [], outside: [] })
  })
})

describe('what a search changes', () => {
  it('puts a searched area last, when the sighting is older than the search', () => {
    const before = { sighting: { at: after(200) }, movedAt: after(200) }
    const found = plan([seenInside('Ada', before), seenInside('Bob', before), seenInside('Cid', office)], [aSweep()])
    expect(found.areas.map(({ name, state }) => [name, state])).toEqual([
      ['Office', 'open'],
      ['Laboratory', 'searched'],
    ])
    expect(found.areas[1]?.expected).toBeLessThan(0.2)
  })
  it('asks to search again where somebody moved after the search', () => {
    const found = plan([seenInside('Ada'), seenInside('Bob', office)], [aSweep()])
    expect(found.areas[0]).toMatchObject({ name: 'Laboratory', state: 'again' })
    expect(reasonsOf(found)).toContain('Moved here after it was searched')
  })
  it('does not forget a badge that is still heard, unmoved, after the search', () => {
    const found = plan([seenInside('Ada', { movedAt: after(30) })], [aSweep()])
    expect(found.areas[0]?.state).toBe('searched')
    expect(reasonsOf(found)).toContain('Searched, but the badge is still heard here: overlooked, or left behind')
    expect(found.areas[0]?.expected).toBeGreaterThan(0.3)
  })
  it('puts areas that somebody is searching behind those that nobody has taken', () => {
    const found = plan(
      [seenInside('Ada'), seenInside('Bob'), seenInside('Cid', office)],
      [aSweep({ state: 'searching' })],
    )
    expect(found.areas.map(({ name, state }) => [name, state])).toEqual([
      ['Office', 'open'],
      ['Laboratory', 'searching'],
    ])
  })
  it('opens an area that was given back', () => {
    expect(plan([seenInside('Ada')], [aSweep({ state: 'open' })]).areas[0]?.state).toBe('open')
  })
  it('covers everybody outside the zones of a floor with one search', () => {
    const corridor = { sighting: { zoneId: null, zoneName: null, at: after(200) }, movedAt: after(200) }
    const found = plan(
      [seenInside('Ada', { ...corridor, nearZoneName: 'Office' }), seenInside('Bob', corridor)],
      [aSweep({ zoneId: null })],
    )
    expect(found.areas.map(({ state }) => state)).toEqual(['searched', 'searched'])
  })
})
