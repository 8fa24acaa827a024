// Whom to tell in an emergency (spec 4.2 Emergency), in which order, and whether messages reach them: test messages go out behind the
// request (rules 9). Their answers are in contact-link-handlers.ts.
import type { Contact, contacts, ContactTesting } from '@rollcall/contracts/domains/contacts'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { NotifySettings } from '../../config.ts'
import type { Database } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { refuse, refuseField } from '../../http/refusal.ts'
import { resource, type Work } from '../resource.ts'
import { readSettings } from '../settings/settings-queries.ts'
import type { AnnounceEmergency } from './announce-emergency.ts'
import { contactLinkHandlers } from './contact-link-handlers.ts'
import {
  allBuildingsExist,
  contactsInOrder,
  findContact,
  listContacts,
  lockContacts,
  setContactOrder,
  type ContactColumns,
} from './contact-queries.ts'
import { newestTests, queueTests } from './contact-test-queries.ts'
import type { EmergencyLine } from './emergency-line.ts'
import { testMessage } from './test-message.ts'
import { sayIn } from '../../texts/say.ts'

type Needs = {
  readonly announce: AnnounceEmergency
  readonly inLine: EmergencyLine
  readonly notify: NotifySettings
  readonly wakeOutbox: () => void
}

const contact = resource({
  table: 'emergencyContacts',
  find: findContact,
  insert: inKnownBuildings<ContactColumns>,
  async update(body: Partial<ContactColumns>, work: Work, before: Contact) {
    const columns = await inKnownBuildings(body, work)
    const { email, phone } = { ...before, ...body }
    // That somebody answered says nothing of another address.
    return email !== before.email || phone !== before.phone ? { ...columns, answeredAt: null } : columns
  },
})

export function contactHandlers(needs: Needs): Handlers<typeof contacts, Context> {
  const { notify, wakeOutbox } = needs
  return {
    list: ({ query, context }) => listContacts(context.db, query),
    create: contact.create,
    change: ({ params: { contactId: id }, body, context }) => contact.change({ params: { id }, body, context }),
    remove: ({ params: { contactId: id }, context }) => contact.remove({ params: { id }, context }),
    reorder: ({ body, context }) =>
      context.change(async (tx) => {
        await lockContacts(tx)
        const before = (await contactsInOrder(tx)).map(({ id }) => id)
        if (body.was && body.was.join() !== before.join()) refuse('changed_since')
        if (body.order.some((id) => !before.includes(id))) refuseField('order', 'no_such_contact')
        await setContactOrder(tx, body.order)
        const after = await contactsInOrder(tx)
        return { reply: after, record: { before: { order: before }, after: { order: after.map(({ id }) => id) } } }
      }),
    async test({ body: { contactIds = null }, context }) {
      const testing = await context.change(async (tx) => {
        const by = context.user.displayName
        const { general } = await readSettings(tx)
        const asked = await queueTests(
          tx,
          contactIds,
          by,
          testMessage(sayIn(general.language), by, general.organisation),
        )
        return { reply: await testingOf(tx, notify), record: asked === 0 ? [] : { after: { asked } } }
      })
      wakeOutbox()
      return testing
    },
    testing: ({ context }) => testingOf(context.db, notify),
    ...contactLinkHandlers(needs),
  }
}

async function testingOf(db: Database, { smtpUrl, webhookUrl }: NotifySettings): Promise<ContactTesting> {
  const tests = await newestTests(db)
  const waiting = tests.flatMap(({ messages }) => messages).filter(({ state }) => state === 'waiting').length
  const byWebhook = ['sms', 'voice', 'webhook'] as const
  return { tests, waiting, canSend: [...(smtpUrl ? ['email' as const] : []), ...(webhookUrl ? byWebhook : [])] }
}

async function inKnownBuildings<T extends { buildingIds?: string[] | undefined }>(body: T, { tx }: Work): Promise<T> {
  if (!(await allBuildingsExist(tx, body.buildingIds ?? []))) refuseField('buildingIds', 'no_such_building')
  return body
}
