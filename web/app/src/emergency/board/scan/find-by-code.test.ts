import { describe, expect, it } from 'vitest'
import { aMissingPerson } from '../a-muster-person.ts'
import { findByCode } from './find-by-code.ts'

const ada = aMissingPerson('Ada', { transmitterId: 'aabbccddeeff', employeeId: 'E-1001' })
const bob = aMissingPerson('Bob', { transmitterId: '0123456789abcdef0123456789abcdef', employeeId: '7' })
const find = findByCode([
  ada,
  bob,
  aMissingPerson('Cid', { employeeId: 'twin' }),
  aMissingPerson('Dee', { employeeId: 'TWIN' }),
])

describe('whose badge a code is', () => {
  it.each(['aabbccddeeff', 'AA:BB:CC:DD:EE:FF', 'aa-bb-cc-dd-ee-ff', ' AABBCCDDEEFF\n'])(
    'knows the badge by %j',
    (code) => {
      expect(find(code)).toEqual({ type: 'person', personId: 'Ada' })
    },
  )
  it.each([
    'https://rollcall.example/badges/AA:BB:CC:DD:EE:FF?from=label',
    'BADGE;aabbccddeeff;v2',
    'Tidewater Instruments AA-BB-CC-DD-EE-FF',
  ])('finds the badge inside %j', (code) => {
    expect(find(code)).toEqual({ type: 'person', personId: 'Ada' })
  })
  it('knows a badge whose id is a UUID, with and without dashes', () => {
    for (const code of ['01234567-89ab-cdef-0123-456789abcdef', '0123456789ABCDEF0123456789ABCDEF'])
      expect(find(code)).toEqual({ type: 'person', personId: 'Bob' })
  })
  it('does not take a part of a longer number for a badge', () => {
    expect(find('00aabbccddeeff')).toMatchObject({ type: 'unknown' })
  })
  it('knows the employee id, whole or as a part of an address', () => {
    expect(find('e-1001')).toEqual({ type: 'person', personId: 'Ada' })
    expect(find('https://hr.example/people/E-1001')).toEqual({ type: 'person', personId: 'Ada' })
    expect(find('7')).toEqual({ type: 'person', personId: 'Bob' })
  })
  it('does not take a 7 in some address for employee 7', () => {
    expect(find('https://shop.example/item/7')).toMatchObject({ type: 'unknown' })
  })
  it('chooses nobody when two carry the same number', () => {
    expect(find('twin')).toEqual({ type: 'several', code: 'twin' })
  })
  it('does not accept a personal link', () => {
    expect(find('https://rollcall.example/muster-link/AA:BB:CC:DD:EE:FF')).toEqual({ type: 'link' })
  })
  it('says what it read when nobody has it', () => {
    expect(find(' 11:22:33:44:55:66 ')).toEqual({ type: 'unknown', code: '11:22:33:44:55:66' })
  })
})
