import type { RosterPerson } from '@rollcall/contracts/domains/site-roster'
import { describe, expect, it } from 'vitest'
import { rosterGroups } from './roster-groups.ts'

const person = (fullName: string, buildingId: string, more: Partial<RosterPerson> = {}) =>
  ({
    personId: fullName,
    fullName,
    employeeId: `E-${fullName}`,
    departmentName: null,
    hostName: null,
    buildingId,
    ...more,
  }) as RosterPerson
const buildings = [
  { id: 'main', name: 'Main building' },
  { id: 'annex', name: 'Annex' },
]
const people = [
  person('Anna Müller', 'annex', { departmentName: 'Workshop' }),
  person('Ben', 'main'),
  person('Zoe', 'gone', { hostName: 'Ben' }),
]
const shown = (find: string) =>
  rosterGroups(people, buildings, find).map(({ title, people: them }) => [title, them.map((one) => one.fullName)])

describe('the groups of the roster', () => {
  it('are buildings in the order of the site, also one that nobody knows any more', () => {
    expect(shown('')).toEqual([
      ['Main building', ['Ben']],
      ['Annex', ['Anna Müller']],
      ['Another building', ['Zoe']],
    ])
  })
  it('have whoever matches every word, with or without marks, by name, number, department or host', () => {
    expect(shown('muller work')).toEqual([['Annex', ['Anna Müller']]])
    expect(shown('ben').flatMap(([, names]) => names)).toEqual(['Ben', 'Zoe'])
    expect(shown('nobody')).toEqual([])
  })
})
