// What a caller may see of a person (rules 11): guarded fields are absent, not null, for those without the permission.
import { guardedPersonFields, type Person } from '@rollcall/contracts/domains/personnel'
import type { Context } from '../../http/context.ts'
import type { FullPerson } from './person-queries.ts'

type Guarded = keyof typeof guardedPersonFields
const guarded = Object.entries(guardedPersonFields) as [Guarded, (typeof guardedPersonFields)[Guarded]][]

export function visiblePerson(person: FullPerson, context: Context): Person {
  const visible: Partial<FullPerson> = { ...person }
  for (const [field, permission] of guarded) if (!context.may(permission)) delete visible[field]
  return visible as Person
}
