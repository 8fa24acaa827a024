// Whom to tell in an emergency (spec 4.2 Emergency, rules 8). All of it is personal data: one permission for reading and writing.
import { z } from 'zod'
import { get, perMinute, post, put, remove } from '../endpoint.ts'
import { changeOf, Email, LinkToken, Phone, text, Time } from '../fields.ts'
import { listQuery, pageOf, QueryFlag, Stored } from '../list.ts'
import { Emergency, MessageState, NotificationChannel, Scenario } from './emergency.ts'
import { ContactWord } from './wardens.ts'

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

const contactIds = z
  .array(z.uuid())
  .max(500)
  .refine((ids) => new Set(ids).size === ids.length, 'each_contact_once')
/** `was`: all contacts in the order that the caller saw; refused when it is no longer that, like If-Match of one stored thing. */
export const ContactOrder = z.strictObject({ order: contactIds.min(1), was: contactIds.optional() })

/** Without ids: every active contact. Whoever was asked within a minute is not asked again. */
export const ContactTestRequest = z.strictObject({ contactIds: z.array(z.uuid()).min(1).max(500).optional() })
/** The newest test of a contact: its messages, as far as they are kept, and whether it was answered. */
const ContactTest = z.object({
  contactId: z.uuid(),
  requestedAt: Time,
  requestedBy: z.string(),
  answeredAt: Time.nullable(),
  answeredChannel: NotificationChannel.nullable(),
  messages: z.array(
    z.object({ channel: NotificationChannel, state: MessageState, detail: z.string().nullable(), at: Time }),
  ),
})
export type ContactTest = z.infer<typeof ContactTest>
/** `waiting`: messages still to be sent, or tried again; 0: all is done that can be. */
export const ContactTesting = z.object({
  tests: z.array(ContactTest),
  waiting: z.number().int(),
  /** Ways for which a server is set up; by the others nothing is really sent. */
  canSend: z.array(NotificationChannel),
})
export type ContactTesting = z.infer<typeof ContactTesting>

/** What the link in a message shows: no more than its holder must know. `emergency` null: it is a test message. */
export const ContactLinkView = z.object({
  name: z.string(),
  emergency: Emergency.pick({ scenario: true, mode: true, message: true, state: true, triggeredAt: true })
    .extend({ places: z.array(z.object({ name: z.string(), timezone: z.string() })), boardPath: z.string() })
    .nullable(),
  answer: z.enum([...ContactWord.options, 'received']).nullable(),
  answeredAt: Time.nullable(),
})
export type ContactLinkView = z.infer<typeof ContactLinkView>
/** `received` answers a test message, the others one about an emergency. */
export const ContactLinkAnswer = z.strictObject({ answer: z.enum([...ContactWord.options, 'received']) })

const params = { token: LinkToken }
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
    forLimited: 'refused',
    says: 'Create an emergency contact',
  }),
  reorder: put('/api/emergency/contacts/order', ContactOrder, {
    access,
    reply: z.array(Contact),
    changes: 'contacts',
    audit,
    forLimited: 'refused',
    says: 'Set the order in which contacts are told',
  }),
  test: post('/api/emergency/contacts/test', ContactTestRequest, {
    access,
    reply: ContactTesting,
    status: 202,
    changes: 'contacts',
    audit,
    forLimited: 'refused',
    says: 'Send contacts a test message, behind the answer',
  }),
  testing: get('/api/emergency/contacts/tests', {
    access,
    reply: ContactTesting,
    forLimited: 'refused',
    says: 'Read how test messages to contacts are getting on, and who answered',
  }),
  link: get('/api/contact-link/{token}', {
    access: 'public',
    reply: ContactLinkView,
    params,
    secret: ['token'],
    limit: perMinute(60, 'token'),
    urgent: true,
    says: 'Open the link in a message to one of the contacts',
  }),
  /** Outside /api/, like the answer to a personal link: contacts have no account. */
  answerLink: post('/contact-link/{token}', ContactLinkAnswer, {
    access: 'public',
    reply: ContactLinkView,
    params,
    secret: ['token'],
    limit: perMinute(20, 'token'),
    changes: ['contacts', 'emergencies'],
    audit,
    urgent: true,
    says: 'Answer as one of the contacts by the link in a message',
  }),
  change: put('/api/emergency/contacts/{contactId}', ContactChange, {
    access,
    reply: Contact,
    changes: 'contacts',
    audit,
    forLimited: 'refused',
    says: 'Change an emergency contact',
  }),
  remove: remove('/api/emergency/contacts/{contactId}', {
    access,
    reply: null,
    changes: 'contacts',
    audit,
    forLimited: 'refused',
    says: 'Delete an emergency contact',
  }),
}
