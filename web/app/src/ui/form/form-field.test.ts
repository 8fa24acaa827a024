import { AssetCreate } from '@rollcall/contracts/domains/assets'
import { BatteryThresholds } from '@rollcall/contracts/domains/battery'
import { ContactCreate } from '@rollcall/contracts/domains/contacts'
import { PersonCreate } from '@rollcall/contracts/domains/personnel'
import { ZoneCreate } from '@rollcall/contracts/domains/zones'
import { text } from '@rollcall/contracts/fields'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ProblemError } from '../../api/problem-error.ts'
import { checked } from './checked.ts'
import { choicesOf, fieldsOf, formBody, formValues } from './form-field.ts'

/** The one field of a form. */
const fieldOf = (...args: Parameters<typeof fieldsOf>) => fieldsOf(...args)[0]

describe('fieldsOf', () => {
  it('takes the limits of text and numbers from the contract', () => {
    expect(fieldOf(ZoneCreate, { name: { label: 'Name' } })).toMatchObject({ kind: 'text', maxLength: 120 })
    expect(fieldOf(ZoneCreate, { capacity: { label: 'Capacity' } })).toMatchObject({
      kind: 'number',
      min: 1,
      max: 100_000,
    })
  })
  it('follows a limit that the contract changes', () => {
    const stricter = ZoneCreate.extend({ name: text(7), capacity: z.number().int().min(2).max(9) })
    const [name, capacity] = fieldsOf(stricter, { name: { label: 'Name' }, capacity: { label: 'Capacity' } })
    expect([name?.maxLength, capacity?.min, capacity?.max]).toEqual([7, 2, 9])
    // No longer to be left empty, either.
    expect([capacity?.optional, capacity?.required]).toEqual([false, true])
  })
  it('begins one step inside a limit that is itself refused', () => {
    expect(fieldOf(BatteryThresholds, { low: { label: 'Low' } })).toMatchObject({ min: 1, max: 100 })
  })
  it('leaves out limits that the contract does not set', () => {
    const field = fieldOf(z.object({ count: z.number().int() }), { count: { label: 'Count' } })
    expect([field?.min, field?.max]).toEqual([undefined, undefined])
  })
  it('knows what may be left empty, what an import must have, and what a new one begins with', () => {
    const fields = fieldsOf(PersonCreate, {
      fullName: { label: 'Name' },
      email: { label: 'Email' },
      entityType: { label: 'Kind' },
    })
    expect(fields.map(({ optional, required, initial }) => [optional, required, initial])).toEqual([
      [false, true, undefined],
      [true, false, null],
      [false, false, 'employee'],
    ])
  })
  it('offers the values of an enum in the words of the feature, and in the order of the contract', () => {
    const words = { available: { word: 'Free' }, lost: 'Gone' }
    const field = fieldOf(AssetCreate, { status: { label: 'State', words } })
    expect(field?.kind).toBe('choice')
    expect(field?.choices?.map(({ label }) => label)).toEqual(['Free', 'in_use', 'maintenance', 'Gone', 'retired'])
    expect(choicesOf(z.enum(['b', 'a']), { a: 'A', b: { label: 'B' } }).map(({ label }) => label)).toEqual(['B', 'A'])
  })
  it('asks for switches, several choices, email addresses and what is searched for in their own way', () => {
    const find = async () => []
    const contact = fieldsOf(ContactCreate, {
      active: { label: 'Active' },
      scenarios: { label: 'For' },
      email: { label: 'Email' },
      phone: { label: 'Phone', kind: 'tel' },
    })
    expect(contact.map(({ kind }) => kind)).toEqual(['switch', 'choices', 'email', 'tel'])
    expect(fieldOf(AssetCreate, { assignedTo: { label: 'Held by', find } })?.kind).toBe('find')
    expect(fieldOf(AssetCreate, { homeZoneId: { label: 'Zone', choices: [] } })?.kind).toBe('choice')
  })
})

const fields = fieldsOf(
  z.strictObject({
    name: text(120),
    serialNumber: text(120).nullable().default(null),
    capacity: z.number().nullable().default(null),
    active: z.boolean(),
    status: z.enum(['available', 'lost']),
    note: text(40).optional(),
  }),
  {
    name: { label: 'Name' },
    serialNumber: { label: 'Serial number' },
    capacity: { label: 'Capacity' },
    active: { label: 'Active' },
    status: { label: 'State' },
    note: { label: 'Note' },
  },
)

describe('a form', () => {
  it('shows what is stored, and something to begin with where nothing is', () => {
    expect(formValues(fields, { name: 'Trolley', serialNumber: null, active: true })).toEqual({
      name: 'Trolley',
      serialNumber: '',
      capacity: undefined,
      active: true,
      status: 'available',
      note: '',
    })
  })
  it('sends text without blanks around it, null for what was left empty, and nothing where null is not accepted', () => {
    const values = {
      name: ' Trolley ',
      serialNumber: '  ',
      capacity: undefined,
      active: false,
      status: 'available',
      note: '',
    }
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
