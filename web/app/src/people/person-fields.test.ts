import { PersonCreate } from '@rollcall/contracts/domains/personnel'
import { defaultRoles } from '@rollcall/contracts/permissions'
import type { Permission } from '@rollcall/contracts/permissions'
import { describe, expect, it } from 'vitest'
import { importRows } from '../ui/import/import-rows.ts'
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
    const line = (name: string) =>
      importRows(
        [
          ['name', 'number', 'department'],
          ['Ada', 'E-1', name],
        ],
        fields,
        PersonCreate,
      )
    expect(line('workshop').rows[0]?.item).toMatchObject({ departmentId: workshop.value })
    expect(line('Nowhere').rows[0]?.mistakes[0]).toContain('there is no department')
  })
})
