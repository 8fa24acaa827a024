// The fields of a person, for the form and for the import. What the caller may not see is not asked for either, because a field
// that is hidden must not be emptied by saving (contracts: guardedPersonFields).
import { guardedPersonFields } from '@rollcall/contracts/domains/personnel'
import type { Permission } from '@rollcall/contracts/permissions'
import type { Choice, FormField } from '../ui/form/form-field.ts'
import type { ImportColumn } from '../ui/import/import-rows.ts'
import { findMusterPoint } from '../search/lookups.ts'
import { kindChoices, statusChoices } from './person-words.ts'

type Can = (permission: Permission) => boolean

export function personFields(can: Can, departments: readonly Choice[], musterPoint: Choice | null): FormField[] {
  const fields: FormField[] = [
    { key: 'fullName', label: 'Full name' },
    { key: 'employeeId', label: 'Number', help: 'The organisation’s own number of this person' },
    { key: 'entityType', label: 'Kind', kind: 'choice', choices: kindChoices },
    { key: 'status', label: 'State', kind: 'choice', choices: statusChoices },
    { key: 'jobTitle', label: 'Job title', optional: true },
    { key: 'departmentId', label: 'Department', kind: 'choice', choices: departments, optional: true },
    { key: 'email', label: 'Email address', kind: 'email', optional: true },
    { key: 'phone', label: 'Phone', kind: 'tel', optional: true, placeholder: '+44 1632 960000' },
    { key: 'emergencyContactName', label: 'Emergency contact', optional: true, placeholder: 'Who to call about them' },
    { key: 'emergencyContactPhone', label: 'Phone of the emergency contact', kind: 'tel', optional: true },
    {
      key: 'musterPointId',
      label: 'Muster point',
      kind: 'find',
      find: findMusterPoint,
      chosen: musterPoint,
      optional: true,
      placeholder: 'The nearest',
    },
    {
      key: 'specialNeeds',
      label: 'Needs in an evacuation',
      kind: 'prose',
      optional: true,
      help: 'Seen only by those who lead an evacuation',
    },
  ]
  return fields.filter(({ key }) => mayWrite(can, key))
}

export function personColumns(can: Can, departments: readonly Choice[]): ImportColumn[] {
  const columns: ImportColumn[] = [
    { key: 'fullName', label: 'Full name', others: ['name'], required: true, example: 'Ada Lovelace' },
    { key: 'employeeId', label: 'Number', others: ['employee number', 'id'], required: true, example: 'E-2001' },
    { key: 'entityType', label: 'Kind', others: ['type'], example: 'employee', convert: (cell) => cell.toLowerCase() },
    { key: 'email', label: 'Email', others: ['email address', 'e-mail'], example: 'ada@example.org' },
    { key: 'jobTitle', label: 'Job title', others: ['title'], example: 'Engineer' },
    {
      key: 'departmentId',
      label: 'Department',
      others: ['department name'],
      example: departments[0]?.label ?? '',
      convert: (cell) => departmentNamed(departments, cell),
    },
    { key: 'phone', label: 'Phone', others: ['mobile'], example: '+441632960000' },
    { key: 'emergencyContactName', label: 'Emergency contact', example: 'Charles Babbage' },
    { key: 'emergencyContactPhone', label: 'Emergency contact phone', example: '+441632960001' },
    { key: 'specialNeeds', label: 'Needs in an evacuation', others: ['special needs'], example: '' },
  ]
  return columns.filter(({ key }) => mayWrite(can, key))
}

function mayWrite(can: Can, key: string): boolean {
  const guard = (guardedPersonFields as Record<string, Permission | undefined>)[key]
  return guard === undefined || can(guard)
}

function departmentNamed(departments: readonly Choice[], name: string): string {
  const found = departments.find(({ label }) => label.toLowerCase() === name.toLowerCase())
  if (found === undefined) throw new Error(`there is no department “${name}”.`)
  return found.value
}
