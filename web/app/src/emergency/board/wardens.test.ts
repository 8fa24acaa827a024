import type { EmergencyAnswer } from '@rollcall/contracts/domains/wardens'
import type { Warden } from '@rollcall/contracts/domains/wardens'
import { describe, expect, it } from 'vitest'
import { aMissingPerson } from './a-muster-person.ts'
import { areaTitle, closestList, countsFor, isOnList, myPart, silentAfterMs, wardenState } from './wardens.ts'

function aWarden(change: Partial<Warden> = {}): Warden {
  return {
    id: 'w',
    createdAt: '',
    updatedAt: '',
    buildingId: 'main',
    buildingName: 'Main building',
    floorId: null,
    floorName: null,
    zoneId: null,
    zoneName: null,
    departmentId: null,
    departmentName: null,
    departmentIds: [],
    people: ['first', 'second', 'third'].map((personId) => ({ personId, fullName: personId, canSignIn: true })),
    ...change,
  }
}
const said = (id: string, answer: EmergencyAnswer['answer'], kind: EmergencyAnswer['kind'] = 'warden') =>
  ({ kind, id, name: id, role: null, answer, at: null }) as const
const facts = (answers: EmergencyAnswer[] = [], onSite = ['first', 'second', 'third'], elapsedMs = 1_000) => ({
  answers,
  personOf: (personId: string) => (onSite.includes(personId) ? aMissingPerson(personId) : undefined),
  elapsedMs,
})

describe('a warden', () => {
  it('is asked, then silent; an answer counts more than the badge', () => {
    expect(wardenState('first', facts())).toBe('asked')
    expect(wardenState('first', facts([], ['first'], silentAfterMs + 1))).toBe('silent')
    expect(wardenState('first', facts([], []))).toBe('not_on_site')
    expect(wardenState('first', facts([said('first', 'on_it')], []))).toBe('on_it')
    expect(wardenState('first', facts([said('first', 'on_it', 'contact')]))).toBe('asked')
    const away = { ...facts(), personOf: () => aMissingPerson('first', { status: 'off_site' }) }
    expect(wardenState('first', away)).toBe('not_on_site')
  })
})

describe('who counts', () => {
  it('is the first while they may answer, then whoever said so, then the next', () => {
    expect(countsFor(aWarden(), facts())?.personId).toBe('first')
    expect(countsFor(aWarden(), facts([said('second', 'on_it')]))?.personId).toBe('second')
    expect(countsFor(aWarden(), facts([said('first', 'cannot_come')]))?.personId).toBe('second')
    expect(countsFor(aWarden(), facts([], ['third']))?.personId).toBe('third')
    expect(countsFor(aWarden(), facts([], []))).toBeNull()
  })
  it('is a deputy when everybody before is away, cannot come or is silent', () => {
    const deputy = (given: ReturnType<typeof facts>) => myPart(aWarden(), ['second'], given)
    expect(deputy(facts())).toMatchObject({ counts: false, isDeputy: true })
    expect(deputy(facts([], ['second']))).toMatchObject({ counts: true, passedOver: [{ state: 'not_on_site' }] })
    expect(deputy(facts([said('first', 'cannot_come')]))?.counts).toBe(true)
    expect(deputy(facts([], ['first', 'second'], silentAfterMs + 1))?.counts).toBe(true)
    expect(deputy(facts([said('first', 'on_it')], [], silentAfterMs + 1))?.counts).toBe(false)
  })
  it('is whoever looks at the board as the first, with a badge or without, until they cannot', () => {
    expect(myPart(aWarden(), ['first'], facts([], []))).toEqual({ counts: true, isDeputy: false, passedOver: [] })
    expect(myPart(aWarden(), ['first'], facts([said('first', 'cannot_come')]))?.counts).toBe(false)
    expect(myPart(aWarden(), ['first'], facts([], ['first'], silentAfterMs + 1))?.counts).toBe(true)
    expect(myPart(aWarden(), ['somebody'], facts())).toBeNull()
  })
})

describe('a list', () => {
  const inLab = aMissingPerson('Ada', {
    departmentId: 'research',
    atTrigger: { buildingId: 'main', floorId: 'one', zoneId: 'lab' },
  })
  const zone = aWarden({ id: 'zone', zoneId: 'lab' })
  const floor = aWarden({ id: 'floor', floorId: 'one' })
  const department = aWarden({ id: 'department', departmentId: 'science', departmentIds: ['science', 'research'] })
  const building = aWarden({ id: 'building' })

  it('has the people of its zone, its floor, its department or its building', () => {
    for (const warden of [zone, floor, department, building]) expect(isOnList(warden, inLab)).toBe(true)
    const elsewhere = { ...inLab, atTrigger: { buildingId: 'annex', floorId: 'two', zoneId: 'shop' } }
    for (const warden of [zone, floor, department, building]) expect(isOnList(warden, elsewhere)).toBe(false)
  })
  it('has people of a department also when nobody knows where they were', () => {
    const unseen = { ...inLab, atTrigger: null }
    expect([zone, floor, department, building].map((warden) => isOnList(warden, unseen))).toEqual([
      false,
      false,
      true,
      true,
    ])
    expect(isOnList(department, { ...unseen, departmentId: null })).toBe(false)
  })
  it('is the one that says most of a person, of those that have somebody', () => {
    expect(closestList([building, floor, department, zone], inLab)?.id).toBe('zone')
    expect(closestList([building, floor, department], inLab)?.id).toBe('department')
    expect(closestList([{ ...zone, people: [] }, floor], inLab)?.id).toBe('floor')
    expect(closestList([], inLab)).toBeNull()
  })
  it('is called by what it covers', () => {
    const names = { floorName: 'Floor 1', zoneName: 'Laboratory' }
    expect(areaTitle(aWarden(names), false)).toBe('Floor 1: Laboratory')
    expect(areaTitle(aWarden({ departmentName: 'Research' }), true)).toBe('Research, Main building')
    expect(areaTitle(aWarden(), true)).toBe('Main building')
  })
})
