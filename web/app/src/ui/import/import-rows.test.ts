import { PersonImport } from '@rollcall/contracts/domains/personnel'
import { PersonCreate } from '@rollcall/contracts/domains/personnel'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fieldsOf } from '../form/form-field.ts'
import { headingLine, recognised, textsOf } from './import-columns.ts'
import { importRow, newNames } from './import-rows.ts'

const workshop = '7f5b1c1e-6f0a-4c55-8a41-0a4d2f0f3b11'
const fields = fieldsOf(PersonCreate, {
  fullName: { label: 'Full name', example: 'Ada' },
  employeeId: { label: 'Number', example: 'E-1' },
  entityType: { label: 'Kind', words: { visitor: 'Guest' } },
  email: { label: 'Email address' },
  phone: { label: 'Phone' },
  departmentId: { label: 'Department', nameIn: 'departmentName', choices: [{ label: 'Workshop', value: workshop }] },
})

describe('columns', () => {
  it('are recognised by name, in other spellings and languages', () => {
    const known = (heads: string) => recognised(heads.split('|'), fields)
    expect(known('FULL_NAME|number|shoe size|E-Mail')).toEqual(['fullName', 'employeeId', '', 'email'])
    expect(known('Mitarbeiternummer|Nachname|Vorname|Abteilung')).toEqual([
      'employeeId',
      'fullName/1',
      'fullName/0',
      'departmentId',
    ])
    expect(known('Prénom|NOM|Téléphone|Matricule')).toEqual(['fullName/0', 'fullName/1', 'phone', 'employeeId'])
    expect(known('الاسم|电话|Табельный номер')).toEqual(['fullName', 'phone', 'employeeId'])
    expect(known('name|full name|id|number'), 'each field once, the plainest heading first').toEqual([
      '',
      'fullName',
      '',
      'employeeId',
    ])
  })
  it('are found below a title', () => {
    expect(headingLine([['Staff 2026'], [], ['Name', 'Number'], ['Ada', '1']], fields)).toBe(2)
  })
  it('put a name together from its parts, the first name first', () => {
    expect(textsOf(['employeeId', 'fullName/1', '', 'fullName/0'], ['7', 'Lovelace', 'x', 'Ada'])).toEqual({
      employeeId: '7',
      fullName: 'Ada Lovelace',
    })
  })
})

describe('a row', () => {
  const schema = PersonImport.shape.people.element
  const read = (texts: Record<string, string>) => importRow(2, { employeeId: 'E-1', ...texts }, fields, schema)

  it('says nothing by an empty cell, and keeps what looks like a formula as text', () => {
    expect(read({ fullName: '=SUM(A1)', email: '' }).item).toEqual({ employeeId: 'E-1', fullName: '=SUM(A1)' })
  })
  it('has each mistake with its field, in words', () => {
    const { item, mistakes } = read({ email: 'nonsense', phone: '12' })
    expect(item).toBeNull()
    expect(mistakes).toEqual([
      { key: 'email', message: 'Enter a complete email address, such as name@example.org.' },
      { key: 'phone', message: 'A phone number with its country, such as +441632960000.' },
    ])
    expect(read({ employeeId: '' }).mistakes).toEqual([{ key: 'employeeId', message: 'Fill this in.' }])
  })
  it('takes a choice by its words or by its value, in any case, and names what is not there', () => {
    expect(read({ entityType: 'guest', departmentId: 'WORKSHOP' }).item).toMatchObject({
      entityType: 'visitor',
      departmentId: workshop,
    })
    const rows = [read({ departmentId: 'Moon' }), read({ departmentId: 'moon' }), read({ departmentId: 'Sun' })]
    expect(rows[0]?.item).toMatchObject({ departmentName: 'Moon' })
    expect(newNames(rows, fields)).toEqual(['Moon', 'Sun'])
  })
  it('takes the first words of a choice where only one begins so, and asks otherwise', () => {
    const choices = ['Roof, Annex', 'Ground floor, Main', 'Ground floor, Annex'].map((label, value) => {
      return { label, value: String(value) }
    })
    const place = z.object({ floorId: z.string() })
    const floors = fieldsOf(place, { floorId: { label: 'Floor', choices } })
    const floor = (floorId: string) => importRow(2, { floorId }, floors, place)
    expect(floor('roof').item).toEqual({ floorId: '0' })
    expect(floor('Ground floor, Annex').item).toEqual({ floorId: '2' })
    expect(floor('Ground floor').mistakes).toEqual([
      { key: 'floorId', message: 'Which one is meant: “Ground floor, Main” or “Ground floor, Annex”?' },
    ])
  })
})
