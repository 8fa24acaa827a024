// The fields of a person, for the form and for the import. What the caller may not see is not asked for either, because a field
// that is hidden must not be emptied by saving (contracts: guardedPersonFields).
import { guardedPersonFields, PersonCreate } from '@rollcall/contracts/domains/personnel'
import type { Permission } from '@rollcall/contracts/permissions'
import { findMusterPoint } from '../search/lookups.ts'
import { fieldsOf } from '../ui/form/form-field.ts'
import type { Choice, FormField } from '../ui/form/form-field.ts'
import { personWords } from './person-words.ts'

type Can = (permission: Permission) => boolean

export function personFields(can: Can, departments: readonly Choice[], musterPoint: Choice | null): FormField[] {
  const { departmentId, musterPointId } = personWords
  const fields = fieldsOf(PersonCreate, {
    ...personWords,
    departmentId: {
      ...departmentId,
      choices: departments,
      example: departments[0]?.label ?? '',
      nameIn: 'departmentName',
    },
    musterPointId: { ...musterPointId, find: findMusterPoint, chosen: musterPoint },
  })
  return fields.filter(({ key }) => mayWrite(can, key))
}

function mayWrite(can: Can, key: string): boolean {
  const guard = (guardedPersonFields as Record<string, Permission | undefined>)[key]
  return guard === undefined || can(guard)
}
