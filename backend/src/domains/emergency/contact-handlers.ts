// Whom to tell in an emergency (spec 4.2 Emergency).
import type { contacts } from '@rollcall/contracts/domains/contacts'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Context } from '../../http/context.ts'
import { refuseField } from '../../http/refusal.ts'
import { resource, type Work } from '../resource.ts'
import { allBuildingsExist, findContact, listContacts, type ContactColumns } from './contact-queries.ts'

const contact = resource({
  table: 'emergencyContacts',
  find: findContact,
  insert: inKnownBuildings<ContactColumns>,
  update: inKnownBuildings<Partial<ContactColumns>>,
})

export const contactHandlers: Handlers<typeof contacts, Context> = {
  list: ({ query, context }) => listContacts(context.db, query),
  create: contact.create,
  change: ({ params: { contactId: id }, body, context }) => contact.change({ params: { id }, body, context }),
  remove: ({ params: { contactId: id }, context }) => contact.remove({ params: { id }, context }),
}

async function inKnownBuildings<T extends { buildingIds?: string[] | undefined }>(body: T, { tx }: Work): Promise<T> {
  if (!(await allBuildingsExist(tx, body.buildingIds ?? [])))
    refuseField('buildingIds', 'Names a building that does not exist')
  return body
}
