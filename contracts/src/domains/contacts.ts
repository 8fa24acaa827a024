// Whom to tell in an emergency (spec 4.2 Emergency, rules 8). All of it is personal data: one permission for reading and writing.
import { z } from 'zod'
import { get, post, put, remove } from '../endpoint.ts'
import { changeOf, Email, Phone, text, Time } from '../fields.ts'
import { listQuery, pageOf, QueryFlag, Stored } from '../list.ts'
import { NotificationChannel, Scenario } from './emergency.ts'

const contactFields = {
  name: text(120).describe('Who it is.'),
  role: text(120).nullable().describe('What they do, such as Fire warden.'),
  email: Email.nullable().describe('Where email is sent.'),
  phone: Phone.nullable().describe('Where text messages and calls go.'),
  priority: z.number().int().min(1).max(100).describe('1 is told first.'),
  channels: z.array(NotificationChannel).max(4).describe('Ways to tell this contact.'),
  scenarios: z
    .array(Scenario)
    .max(Scenario.options.length)
    .describe('Scenarios this contact is told of; empty: every one.'),
  buildingIds: z.array(z.uuid()).max(500).describe('Buildings this contact is told of; empty: every one.'),
  active: z.boolean().describe('Told only while true.'),
}

export const Contact = Stored.extend({
  ...contactFields,
  testedAt: Time.nullable().describe('When the newest test message was asked for; null: never.'),
  answeredAt: Time.nullable().describe('When they last answered a message at this address; null: never.'),
})
export type Contact = z.infer<typeof Contact>
export const ContactCreate = z.strictObject({
  ...contactFields,
  role: contactFields.role.default(null),
  email: contactFields.email.default(null),
  phone: contactFields.phone.default(null),
  priority: contactFields.priority.default(10),
  channels: contactFields.channels.default(['email']),
  scenarios: contactFields.scenarios.default([]),
  buildingIds: contactFields.buildingIds.default([]),
  active: contactFields.active.default(true),
})
export const ContactChange = changeOf(contactFields)

const access = 'emergency.contacts'
const audit = { resource: 'emergency_contacts' }
export const contacts = {
  list: get('/api/emergency/contacts', {
    access,
    query: listQuery({ active: QueryFlag.optional(), scenario: Scenario.optional() }),
    reply: pageOf(Contact),
    says: 'List emergency contacts',
  }),
  create: post('/api/emergency/contacts', ContactCreate, {
    access,
    reply: Contact,
    status: 201,
    changes: 'contacts',
    audit,
    says: 'Create an emergency contact',
  }),
  change: put('/api/emergency/contacts/{contactId}', ContactChange, {
    access,
    reply: Contact,
    changes: 'contacts',
    audit,
    says: 'Change an emergency contact',
  }),
  remove: remove('/api/emergency/contacts/{contactId}', {
    access,
    reply: null,
    changes: 'contacts',
    audit,
    says: 'Delete an emergency contact',
  }),
}
