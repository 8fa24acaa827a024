import { PersonCreate } from '@rollcall/contracts/domains/personnel'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fieldsOf } from '../form/form-field.ts'
import { csvLine, parseCsv } from './csv.ts'
import { importRows } from './import-rows.ts'

const workshop = '7f5b1c1e-6f0a-4c55-8a41-0a4d2f0f3b11'

describe('parseCsv', () => {
  it('reads quotes, doubled quotes and line breaks inside them', () => {
    expect(parseCsv('name,note\r\n"Levy, Abdul","says ""hi""\nagain"\r\n')).toEqual([
      ['name', 'note'],
      ['Levy, Abdul', 'says "hi"\nagain'],
    ])
  })
  it('finds out which separator a spreadsheet used, and drops its byte-order mark', () => {
    for (const sign of [',', ';', '\t']) {
      expect(parseCsv(`\uFEFFname${sign}number\nAda${sign}1`)).toEqual([
        ['name', 'number'],
        ['Ada', '1'],
      ])
    }
  })
  it('reads back what csvLine writes', () => {
    const cells = ['plain', 'with, comma', 'with "quotes"', '']
    expect(parseCsv(csvLine(cells))).toEqual([cells])
  })
})

const fields = fieldsOf(PersonCreate, {
  fullName: { label: 'Name', headings: ['full name'], example: 'Ada' },
  employeeId: { label: 'Number', example: 'E-1' },
  entityType: { label: 'Kind', words: { visitor: 'Guest' } },
  email: { label: 'Email' },
  departmentId: { label: 'Department', choices: [{ label: 'Workshop', value: workshop }] },
})

describe('importRows', () => {
  const read = (text: string) => importRows(parseCsv(text), fields, PersonCreate)

  it('finds columns by heading in any spelling and leaves empty cells out', () => {
    const { rows, missing, unknown } = read('FULL_NAME,number,email,shoe size\nAda Levy,E-1,,43')
    expect([missing, unknown]).toEqual([[], ['shoe size']])
    expect(rows).toEqual([
      { line: 2, cells: ['Ada Levy', 'E-1', ''], item: { fullName: 'Ada Levy', employeeId: 'E-1' }, mistakes: [] },
    ])
  })
  it('names the required headings that are not there', () => {
    expect(read('email\nada@example.org').missing).toEqual(['Name', 'Number'])
  })
  it('tells each mistake with its line and column, in words', () => {
    const { rows } = read('name,number,email,department\nAda,E-1,nonsense,\nBob,E-2,,Nowhere')
    expect(rows.map(({ line, item }) => [line, item])).toEqual([
      [2, null],
      [3, null],
    ])
    expect(rows[0]?.mistakes).toEqual(['Email: Enter a complete email address, such as name@example.org.'])
    expect(rows[1]?.mistakes).toEqual(['Department: there is no department “Nowhere”.'])
  })
  it('takes a choice by its words or by its value, in any case', () => {
    const { rows } = read('name,number,kind,department\nAda,E-1,guest,WORKSHOP\nBob,E-2,Contractor,')
    expect(rows.map(({ item }) => item)).toEqual([
      { fullName: 'Ada', employeeId: 'E-1', entityType: 'visitor', departmentId: workshop },
      { fullName: 'Bob', employeeId: 'E-2', entityType: 'contractor' },
    ])
  })
  it('takes the first words of a choice where only one begins so, and asks otherwise', () => {
    const choices = ['Roof, Annex', 'Ground floor, Main', 'Ground floor, Annex'].map((label, value) => {
      return { label, value: String(value) }
    })
    const floors = fieldsOf(z.object({ floorId: z.string() }), { floorId: { label: 'Floor', choices } })
    const { rows } = importRows(
      parseCsv('floor\nroof\nGround floor\n"Ground floor, Annex"'),
      floors.map((field) => ({ ...field, kind: 'choice' as const })),
      z.object({ floorId: z.string() }),
    )
    expect(rows.map(({ item }) => item)).toEqual([{ floorId: '0' }, null, { floorId: '2' }])
    expect(rows[1]?.mistakes).toEqual(['Floor: which one is meant: “Ground floor, Main” or “Ground floor, Annex”?'])
  })
})
