// Whom to tell in an emergency (spec 4.2 Emergency).
import type { contacts } from '@rollcall/contracts/domains/contacts'
import type { Handlers } from '@rollcall/contracts/endpoint'
import { lockRow } from '../../database/lock-row-queries.ts'
import type { Database } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { found, refuseField } from '../../http/refusal.ts'
import {
  allBuildingsExist,
  deleteContact,
  findContact,
  insertContact,
  listContacts,
  updateContact,
} from './contact-queries.ts'

export const contactHandlers: Handlers<typeof contacts, Context> = {
  list: ({ query, context }) => listContacts(context.db, query),
  create: ({ body, context }) =>
    context.change(async (tx) => {
      await refuseUnknownBuildings(tx, body.buildingIds)
      const after = found(await findContact(tx, await insertContact(tx, body)))
      return { reply: after, record: { entityId: after.id, after } }
    }),
  change: ({ params: { contactId: id }, body, context }) =>
    context.change(async (tx) => {
      await lockRow(tx, 'emergency_contacts', id)
      const before = found(await findContact(tx, id))
      await refuseUnknownBuildings(tx, body.buildingIds ?? [])
      await updateContact(tx, id, body)
      const after = found(await findContact(tx, id))
      return { reply: after, record: { entityId: id, before, after } }
    }),
  remove: ({ params: { contactId: id }, context }) =>
    context.change(async (tx) => {
      const before = found(await findContact(tx, id))
      await deleteContact(tx, id)
      return { reply: null, record: { entityId: id, before } }
    }),
}

async function refuseUnknownBuildings(tx: Database, ids: readonly string[]): Promise<void> {
  if (!(await allBuildingsExist(tx, ids))) refuseField('buildingIds', 'Names a building that does not exist')
}
