import type { MusterPerson, MusterStatus } from '@rollcall/contracts/domains/muster'
import { describe, expect, it } from 'vitest'
import { boardCounts } from './muster-counts.ts'
import { changeSentence, musterGroups } from './muster-groups.ts'

function person(fullName: string, status: MusterStatus, more: Partial<MusterPerson> = {}): MusterPerson {
  return {
    personId: fullName,
    entityType: 'employee',
    fullName,
    employeeId: `E-${fullName}`,
    transmitterId: null,
    departmentName: null,
    photoUrl: null,
    status,
    method: null,
    decidedAt: null,
    at: null,
    by: null,
    note: null,
    musterPointId: null,
    absence: null,
    evidence: null,
    ...more,
  }
}
const nobody: ReadonlyMap<string, MusterStatus> = new Map()
const all = { search: '', only: null, heldAs: nobody }
const named = (groups: ReturnType<typeof musterGroups>) =>
  groups.map(({ key, people }) => [key, people.map(({ fullName }) => fullName)])

describe('the groups of a board', () => {
  const people = [
    person('Anna', 'accounted'),
    person('Ben', 'unknown', { departmentName: 'Workshop' }),
    person('Cleo', 'needs_help'),
    person('Dan', 'off_site'),
    person('Eva', 'unknown'),
  ]
  it('put the missing first, then those who need help, then everybody settled', () => {
    expect(named(musterGroups(people, all))).toEqual([
      ['missing', ['Ben', 'Eva']],
      ['help', ['Cleo']],
      ['safe', ['Anna', 'Dan']],
    ])
  })
  it('leave out a group that has nobody', () => {
    expect(named(musterGroups([person('Anna', 'accounted')], all))).toEqual([['safe', ['Anna']]])
  })
  it('show one group alone when asked, and find by name or department', () => {
    expect(named(musterGroups(people, { ...all, only: 'help' }))).toEqual([['help', ['Cleo']]])
    expect(named(musterGroups(people, { ...all, search: ' WORK ben ' }))).toEqual([['missing', ['Ben']]])
  })
  it('keep somebody just tapped where they were, so that nothing slides under the finger', () => {
    const heldAs = new Map<string, MusterStatus>([['Anna', 'unknown']])
    expect(named(musterGroups(people, { ...all, heldAs }))[0]).toEqual(['missing', ['Anna', 'Ben', 'Eva']])
    expect(musterGroups(people, { ...all, heldAs })[0]?.count).toBe(2)
  })
  it('are counted from the same people', () => {
    expect(boardCounts(people)).toEqual({ total: 5, missing: 2, help: 1, safe: 2, elsewhere: 1 })
  })
})

describe('what is announced', () => {
  const change = (name: string, before: MusterStatus, after: MusterStatus) => ({
    before: person(name, before),
    after: person(name, after),
  })
  it('is nothing when nobody changed groups', () => {
    expect(changeSentence([change('Anna', 'off_site', 'accounted')], 0)).toBe('')
  })
  it('names few people, and says who is still missing', () => {
    const changes = [change('Anna', 'unknown', 'accounted'), change('Ben', 'unknown', 'needs_help')]
    expect(changeSentence(changes, 0)).toBe('Ben in need of help. Anna accounted for. Nobody is missing.')
  })
  it('counts many', () => {
    const changes = ['Anna', 'Ben', 'Cleo', 'Dan'].map((name) => change(name, 'unknown', 'accounted'))
    expect(changeSentence(changes, 1)).toBe('4 people accounted for. 1 person is missing.')
  })
})
