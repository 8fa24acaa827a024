import { AssetCreate } from '@rollcall/contracts/domains/assets'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../api/problem-error.ts'
import { checked } from './checked.ts'
import { formBody, formValues } from './form-field.ts'
import type { FormField } from './form-field.ts'

const fields: FormField[] = [
  { key: 'name', label: 'Name' },
  { key: 'serialNumber', label: 'Serial number', optional: true },
  { key: 'capacity', label: 'Capacity', kind: 'number', optional: true },
  { key: 'active', label: 'Active', kind: 'switch' },
  { key: 'status', label: 'State', kind: 'choice', choices: [{ label: 'Available', value: 'available' }] },
]

describe('a form', () => {
  it('shows what is stored, and something to begin with where nothing is', () => {
    expect(formValues(fields, { name: 'Trolley', serialNumber: null, active: true })).toEqual({
      name: 'Trolley',
      serialNumber: '',
      capacity: undefined,
      active: true,
      status: 'available',
    })
  })
  it('sends text without blanks around it, and null for what was left empty', () => {
    const values = { name: ' Trolley ', serialNumber: '  ', capacity: undefined, active: false, status: 'available' }
    expect(formBody(fields, values)).toEqual({
      name: 'Trolley',
      serialNumber: null,
      capacity: null,
      active: false,
      status: 'available',
    })
  })
})

describe('checked', () => {
  it('hands a good body on', () => {
    expect(checked(AssetCreate, { name: 'Trolley', category: 'Transport' })).toEqual({
      name: 'Trolley',
      category: 'Transport',
    })
  })
  it('refuses a bad one by field, as the server would', () => {
    const refused = () => checked(AssetCreate, { name: '', category: 'Transport' })
    expect(refused).toThrow(ProblemError)
    expect(refused).toThrow('Some fields need attention.')
  })
})
