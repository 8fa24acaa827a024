import { PersonImport } from '@rollcall/contracts/domains/personnel'
import { defaultRoles } from '@rollcall/contracts/permissions'
import type { Permission } from '@rollcall/contracts/permissions'
import { describe, expect, it } from 'vitest'
import { importRow } from '../ui/import/import-rows.ts'
import { personFields } from './person-fields.ts'

const holding = (role: keyof typeof defaultRoles) => (permission: Permission) => defaultRoles[role].includes(permission)
const workshop = { label: 'Workshop', value: '7f5b1c1e-6f0a-4c55-8a41-0a4d2f0f3b11' }

describe('the fields of a person', () => {
  it('leave out what the caller may not see, so that saving empties nothing', () => {
    const keys = (role: keyof typeof defaultRoles) => personFields(holding(role), [], null).map(({ key }) => key)
    expect(keys('viewer')).not.toContain('phone')
    expect(keys('operator')).toContain('phone')
    expect(keys('operator')).not.toContain('specialNeeds')
    expect(keys('safety')).toContain('specialNeeds')
  })
  it('of an import find a department by its name', () => {
    const fields = personFields(holding('admin'), [workshop], null)
    const item = (departmentId: string) =>
      importRow(2, { fullName: 'Ada', employeeId: 'E-1', departmentId }, fields, PersonImport.shape.people.element).item
    expect(item('workshop')).toMatchObject({ departmentId: workshop.value })
    expect(item('Nowhere'), 'offered for creation').toMatchObject({ departmentName: 'Nowhere' })
  })
})
