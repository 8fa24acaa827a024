import { defaultRoles } from '@rollcall/contracts/permissions'
import type { Permission } from '@rollcall/contracts/permissions'
import { describe, expect, it } from 'vitest'
import { personColumns, personFields } from './person-fields.ts'

const holding = (role: keyof typeof defaultRoles) => (permission: Permission) => defaultRoles[role].includes(permission)

describe('the fields of a person', () => {
  it('leave out what the caller may not see, so that saving empties nothing', () => {
    const keys = (role: keyof typeof defaultRoles) => personFields(holding(role), [], null).map(({ key }) => key)
    expect(keys('viewer')).not.toContain('phone')
    expect(keys('operator')).toContain('phone')
    expect(keys('operator')).not.toContain('specialNeeds')
    expect(keys('safety')).toContain('specialNeeds')
  })
  it('of an import find a department by its name', () => {
    const columns = personColumns(holding('admin'), [{ label: 'Workshop', value: 'w' }])
    const convert = columns.find(({ key }) => key === 'departmentId')?.convert
    expect(convert?.('workshop')).toBe('w')
    expect(() => convert?.('Nowhere')).toThrow('there is no department')
  })
})
