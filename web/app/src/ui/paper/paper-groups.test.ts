import { describe, expect, it } from 'vitest'
import { byDepartment } from './paper-groups.ts'

const person = (fullName: string, departmentName: string | null, entityType = 'employee') => {
  return { fullName, departmentName, entityType }
}

describe('byDepartment', () => {
  it('names departments in their order, then visitors, contractors and whoever has none, and loses nobody', () => {
    const people = [
      person('Ann', 'Office 10'),
      person('Ben', null),
      person('Cem', 'Office 2'),
      person('דנה', 'Office 2'),
      person('Eve', null, 'visitor'),
      person('Fay', 'Office 2', 'contractor'),
    ]
    const groups = byDepartment(people).map(({ title, people: listed }) => [title, listed.map((one) => one.fullName)])
    expect(groups).toEqual([
      ['Office 2', ['Cem', 'דנה']],
      ['Office 10', ['Ann']],
      ['Visitors', ['Eve']],
      ['Contractors', ['Fay']],
      ['No department', ['Ben']],
    ])
  })
  it('has no groups without people', () => expect(byDepartment([])).toEqual([]))
})
