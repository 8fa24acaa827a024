// People as lists and pages add, change and delete them.
import { personnel } from '@rollcall/contracts/domains/personnel'
import type { Person } from '@rollcall/contracts/domains/personnel'
import { zones } from '@rollcall/contracts/domains/zones'
import { call } from '../api/call.ts'
import { departmentChoices } from '../search/lookups.ts'
import { useSession } from '../session/session-store.ts'
import type { FormField } from '../ui/form/form-field.ts'
import type { Resource } from '../ui/resource/resource.ts'
import { personFields } from './person-fields.ts'
import { t } from './texts.ts'

export const personResource: Resource<Person> = {
  rows: personnel,
  id: 'person',
  get one() {
    return t('person')
  },
  get many() {
    return t('people')
  },
  nameOf: ({ fullName }) => fullName,
  fields: fieldsFor,
  words: {
    get adding() {
      return t('adding')
    },
    get removing() {
      return t('removing')
    },
  },
}

/** Without the names of departments and muster point the form still works; only these two fields then offer nothing. */
export async function fieldsFor(person: Person | null): Promise<FormField[]> {
  const { can, may } = useSession()
  const id = person?.musterPointId
  const [departments, point] = await Promise.all([
    departmentChoices().catch(() => []),
    id && may(zones.read) ? call(zones.read, { params: { id } }).catch(() => null) : null,
  ])
  return personFields(can, departments, point && { value: point.id, label: point.name })
}
