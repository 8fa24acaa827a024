// What of a person on the roster this caller may see (decisions 11).
import type { MusterPerson } from '@rollcall/contracts/domains/muster'
import { guardedPersonFields } from '@rollcall/contracts/domains/personnel'
import type { Context } from '../../http/context.ts'

export function visibleMusterPerson(person: MusterPerson, context: Context): MusterPerson {
  const { phone, specialNeeds, ...open } = person
  return {
    ...open,
    ...(context.may(guardedPersonFields.phone) && { phone }),
    ...(context.may(guardedPersonFields.specialNeeds) && { specialNeeds }),
  }
}
