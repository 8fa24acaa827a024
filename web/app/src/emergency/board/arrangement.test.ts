import { describe, expect, it } from 'vitest'
import { aMissingPerson, after, evidence, seenInside } from './a-muster-person.ts'
import { arrange, countGroups } from './arrangement.ts'
import { boardCounts } from './muster-counts.ts'
import { BoardChoice, choiceQuery, everybody, isNarrowed } from './board-choice.ts'
import { linesOf } from './board-lines.ts'

const people = [
  aMissingPerson('Anna', { status: 'accounted', method: 'manual', by: 'Kim', at: after(60) }),
  seenInside('Ben', {}, { departmentName: 'Workshop', specialNeeds: 'Wheelchair' }),
  aMissingPerson('Cleo', { status: 'needs_help', method: 'link', by: 'Cleo', at: after(90) }),
  aMissingPerson('Dan', { status: 'off_site', method: 'manual', by: 'Kim', at: after(30) }),
  aMissingPerson('Eva Müller', {
    entityType: 'visitor',
    absence: 'badge_silent',
    evidence: evidence({ sighting: { at: after(10), zoneId: null, zoneName: null } }),
    musterPointId: 'north',
  }),
]
const pointName = (id: string) => `Point ${id}`
const listOf = ({ departmentName }: { departmentName: string | null }) =>
  departmentName === null ? null : { key: departmentName, title: `${departmentName}, Kim` }
const arranged = (change: Partial<BoardChoice> = {}) =>
  arrange(people, { choice: { ...everybody, ...change }, pointName, listOf }).map(({ title, personIds }) => [
    title,
    personIds,
  ])

describe('the groups of a board', () => {
  it('are missing, needing help and accounted for, in this order, unless asked otherwise', () => {
    expect(arranged()).toEqual([
      ['Missing', ['Ben', 'Eva Müller']],
      ['Needs help', ['Cleo']],
      ['Accounted for', ['Anna', 'Dan']],
    ])
  })
  it('are places, with who was seen nowhere last', () => {
    expect(arranged({ group: 'place' })).toEqual([
      ['Floor 1: Laboratory', ['Ben']],
      ['Floor 1: outside any zone', ['Eva Müller']],
      ['Never seen by a receiver', ['Cleo', 'Anna', 'Dan']],
    ])
  })
  it.each([
    ['department', ['Workshop', 'No department']],
    ['point', ['Point north', 'No muster point']],
    ['decider', ['Nobody yet', 'Kim', 'By their own answer']],
    ['warden', ['Workshop, Kim', 'Nobody answers for them']],
    ['evidence', ['Probably inside', 'Badge silent', 'Needs help', 'Accounted for']],
  ] as const)('can be by %s', (group, titles) => {
    expect(arranged({ group }).map(([title]) => title)).toEqual(titles)
  })
  it('are those of my list alone, when it is asked for, also of a search', () => {
    const isMine = ({ fullName }: { fullName: string }) => fullName < 'C'
    const shown = (find: string) =>
      arrange(people, { choice: { ...everybody, find }, pointName, isMine }).flatMap(({ personIds }) => personIds)
    expect(shown('')).toEqual(['Ben', 'Anna'])
    expect(shown('an')).toEqual(['Anna'])
  })
  it('say how many of them are missing, as it is now', () => {
    const counts = countGroups(people, { choice: { ...everybody, group: 'department' }, pointName })
    expect([...counts]).toEqual([
      ['', { total: 4, missing: 1 }],
      ['Workshop', { total: 1, missing: 1 }],
    ])
  })
  it('are one line each, and one for each of their people unless folded', () => {
    const groups = arrange(people, { choice: everybody, pointName })
    expect(linesOf(groups, new Set())).toHaveLength(8)
    expect(linesOf(groups, new Set(['missing'])).map((line) => line.kind)).toEqual([
      'group',
      'group',
      'person',
      'group',
      'person',
      'person',
    ])
  })
})

describe('the order within a group', () => {
  it.each([
    ['name', ['Ben', 'Eva Müller']],
    ['unseen', ['Eva Müller', 'Ben']],
    ['seen', ['Ben', 'Eva Müller']],
    ['zone', ['Ben', 'Eva Müller']],
  ] as const)('is by %s', (sort, names) => {
    expect(arranged({ sort })[0]?.[1]).toEqual(names)
  })
  it('is by what changed last', () => {
    expect(arranged({ sort: 'changed' })[2]?.[1]).toEqual(['Anna', 'Dan'])
  })
})

describe('the choice of a board', () => {
  const names = (change: Partial<BoardChoice>) => arranged(change).flatMap(([, personIds]) => personIds)
  it.each([
    [{ show: 'missing' }, ['Ben', 'Eva Müller']],
    [{ show: 'help' }, ['Cleo']],
    [{ show: 'safe' }, ['Anna', 'Dan']],
    [{ show: 'away' }, ['Dan']],
    [{ special: true }, ['Ben']],
    [{ guests: true }, ['Eva Müller']],
    [{ evidence: 'badge_silent' }, ['Eva Müller']],
    [{ zone: 'lab' }, ['Ben']],
    [{ floor: 'floor1' }, ['Ben', 'Eva Müller']],
    [{ department: 'Workshop' }, ['Ben']],
    [{ find: ' WORK ben ' }, ['Ben']],
    [{ find: 'muller' }, ['Eva Müller']],
    [{ find: 'nobody' }, []],
  ] as const)('shows only %j', (change, expected) => {
    expect(names(change)).toEqual(expected)
  })
  it('is in the address as far as it differs, and comes back from it', () => {
    const choice: BoardChoice = { ...everybody, group: 'place', show: 'missing', special: true, find: 'a b' }
    expect(choiceQuery(choice)).toEqual({ group: 'place', show: 'missing', special: 'true', find: 'a b' })
    expect(BoardChoice.parse(choiceQuery(choice))).toEqual(choice)
    expect([isNarrowed(choice), isNarrowed({ ...everybody, group: 'place' })]).toEqual([true, false])
  })
  it('takes what it cannot understand in an address as not said', () => {
    expect(BoardChoice.parse({ group: 'moon', show: ['x'], special: 'perhaps' })).toEqual(everybody)
  })
})

describe('the numbers of a board', () => {
  it('count the same people, and why the missing are not seen, what is worst first', () => {
    expect(boardCounts(people)).toEqual({
      total: 5,
      missing: 2,
      help: 1,
      safe: 2,
      elsewhere: 1,
      why: [
        { absence: 'probably_inside', count: 1 },
        { absence: 'badge_silent', count: 1 },
      ],
    })
  })
})
