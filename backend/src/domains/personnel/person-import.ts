// People in lists (spec 4.2 Personnel): by their number, with departments by name, which are created where the caller says so.
import { DepartmentCreate } from '@rollcall/contracts/domains/departments'
import { guardedPersonFields, PersonCreate } from '@rollcall/contracts/domains/personnel'
import { refuse, refuseField } from '../../http/refusal.ts'
import { department } from '../departments/department-handlers.ts'
import type { Importable } from '../imports/import-list.ts'
import { departmentNamed, personIsNeeded, type NewImportRow } from '../imports/import-queries.ts'
import type { Work } from '../resource.ts'
import type { FullPerson } from './person-queries.ts'
import { person, refuseWithoutHealth } from './person-resource.ts'

export function personImport(createDepartments: boolean): Importable<FullPerson> {
  return {
    kind: 'people',
    domain: 'personnel',
    number: { field: 'employeeId', column: 'employee_id' },
    schema: PersonCreate,
    mayChange: 'personnel.update',
    mayRemove: 'personnel.delete',
    nameOf: ({ fullName }) => fullName,
    resource: person,
    async prepare({ departmentName, ...row }, _before, work, note) {
      if (row['specialNeeds'] !== undefined) refuseWithoutHealth(work.context)
      if (typeof departmentName !== 'string') return row
      return { ...row, departmentId: await departmentCalled(departmentName, createDepartments, work, note) }
    },
    hidden: ({ may }) =>
      Object.entries(guardedPersonFields).flatMap(([field, permission]) => (may(permission) ? [] : [field])),
    usedSince: (tx, { id }) => personIsNeeded(tx, id),
  }
}

async function departmentCalled(
  name: string,
  createsIt: boolean,
  work: Work,
  note: (row: NewImportRow) => void,
): Promise<string> {
  const id = await departmentNamed(work.tx, name)
  if (id !== undefined) return id
  if (!createsIt) refuseField('departmentName', 'no_such_department', { name })
  if (!work.context.may('departments.create')) refuse('forbidden')
  const { after } = await department.createOne(work, DepartmentCreate.parse({ name }))
  note({ tableName: 'departments', entityId: after.id, name, before: null, after: { name }, version: after.updatedAt })
  return after.id
}
