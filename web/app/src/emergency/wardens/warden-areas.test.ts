import { WardenCreate } from '@rollcall/contracts/domains/wardens'
import { describe, expect, it } from 'vitest'
import { areaValue, bodyOfArea, openAreas, openDepartments, troubleOf } from './warden-areas.ts'

const id = (digit: number) => `8b0bd5ca-9a5c-4ef5-a0a4-1d7f2f4b8c1${digit}`
const buildingId = id(0)

describe('an area as a value', () => {
  it.each([
    { buildingId },
    { buildingId, floorId: id(1) },
    { buildingId, zoneId: id(2) },
    { buildingId, departmentId: id(3) },
  ])('becomes the body of the contract again: %o', (area) => {
    expect(bodyOfArea(areaValue(area))).toEqual(area)
    expect(WardenCreate.safeParse({ ...area, personIds: [id(4)] }).success).toBe(true)
  })
})

describe('what nobody answers for', () => {
  const floor = { buildingId, buildingName: 'Main', floorId: id(1), floorName: 'Ground' }
  it('is a floor, a zone or a department, each in words', () => {
    const areas = [
      { ...floor, zoneId: null, zoneName: null },
      { ...floor, zoneId: id(2), zoneName: 'Kitchen' },
    ]
    const departments = [{ departmentId: id(3), departmentName: 'Research', memberCount: 4 }]
    expect(openAreas({ areas, departments })).toEqual([
      { value: areaValue({ buildingId, floorId: id(1) }), label: 'Ground, Main' },
      { value: areaValue({ buildingId, zoneId: id(2) }), label: 'Ground: Kitchen, Main' },
    ])
    expect(openDepartments({ areas, departments }, buildingId)).toMatchObject([{ label: 'Research' }])
  })
})

describe('wardens', () => {
  const person = (canSignIn: boolean) => ({ personId: id(4), fullName: 'Ada', canSignIn })
  it.each([
    [[], 'Nobody is left'],
    [[person(false)], 'None can sign in'],
    [[person(false), person(true)], 'The warden cannot sign in'],
    [[person(true)], 'No deputy'],
    [[person(true), person(false)], 'Ready'],
  ])('say what is lacking (%#)', (people, word) => {
    expect(troubleOf({ people }).word).toBe(word)
  })
})
