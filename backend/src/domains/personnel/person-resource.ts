// One person of the register: stored, changed and removed with what belongs to them (rules 8 and 11).
import type { PersonChange, PersonCreate } from '@rollcall/contracts/domains/personnel'
import type { z } from 'zod'
import type { Context } from '../../http/context.ts'
import { refuse } from '../../http/refusal.ts'
import { resource, type Work } from '../resource.ts'
import { releaseCarried } from '../transmitters/transmitter-queries.ts'
import { findPerson, retypeCarried } from './person-queries.ts'
import { visiblePerson } from './visible-person.ts'

export const person = resource({
  table: 'people',
  find: findPerson,
  visible: visiblePerson,
  insert(body: z.output<typeof PersonCreate>, { context }: Work) {
    if (body.specialNeeds) refuseWithoutHealth(context)
    return body
  },
  async writeRelated(id, body: z.output<typeof PersonCreate> | z.output<typeof PersonChange>, before, { tx }) {
    if (before && body.entityType !== undefined) await retypeCarried(tx, id, body.entityType)
  },
  /** Badges go back to the stock. */
  removing: async ({ id }, { tx }) => ({ released: await releaseCarried(tx, id) }),
})

/** Health data has a permission of its own, for writing as for reading. */
export function refuseWithoutHealth({ may }: Context): void {
  if (!may('personnel.health')) refuse('forbidden')
}
