import type { RosterPerson } from '@rollcall/contracts/domains/site-roster'
import { describe, expect, it } from 'vitest'
import { matching, rosterParts } from './roster-parts.ts'

const person = (fullName: string, buildingId: string, more: Partial<RosterPerson> = {}) =>
  ({
    personId: fullName,
    entityType: 'employee',
    fullName,
    employeeId: `E-${fullName}`,
    departmentName: null,
    hostName: null,
    buildingId,
    ...more,
  }) as RosterPerson
const main = { id: 'main', name: 'Main building' }
const buildings = [main, { id: 'annex', name: 'Annex' }]
const people = [
  person('Anna Müller', 'annex', { departmentName: 'Workshop' }),
  person('Ben', 'main'),
  person('Zoe', 'gone', { hostName: 'Ben', entityType: 'visitor' }),
]
const names = (them: readonly RosterPerson[]) => them.map(({ fullName }) => fullName)

describe('the parts of the roster', () => {
  it('are buildings in the order of the site, also one that nobody knows any more, and in each departments', () => {
    expect(rosterParts(people, buildings).map(({ title, people: them }) => [title, names(them)])).toEqual([
      ['Main building: No department', ['Ben']],
      ['Annex: Workshop', ['Anna Müller']],
      ['Another building: Visitors', ['Zoe']],
    ])
  })
  it('do not name the only building there is', () => {
    const titles = (them: readonly RosterPerson[]) => rosterParts(them, [main]).map(({ title }) => title)
    expect(titles([person('Ben', 'main')])).toEqual(['No department'])
    expect(titles([person('Zoe', 'gone')])).toEqual(['Another building: No department'])
  })
})

describe('finding people of the roster', () => {
  it('takes whoever matches every word, with or without marks, by name, number, department or host', () => {
    expect(names(matching(people, 'muller work'))).toEqual(['Anna Müller'])
    expect(names(matching(people, 'ben'))).toEqual(['Ben', 'Zoe'])
    expect(names(matching(people, 'nobody'))).toEqual([])
    expect(names(matching(people, ''))).toHaveLength(3)
  })
})
