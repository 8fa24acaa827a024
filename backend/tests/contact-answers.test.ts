// Contacts: their order, test messages and whether they were answered, and what they say by the link when it rings.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aMailServer, readable } from './a-mail-server.ts'
import { anHttpServer } from './an-http-server.ts'
import { eventually } from './eventually.ts'
import { aBuilding } from './site-things.ts'

let backend: TestBackend
let admin: Caller
let safety: Caller
let mail: Awaited<ReturnType<typeof aMailServer>>
let hook: Awaited<ReturnType<typeof anHttpServer>>
beforeAll(async () => {
  mail = await aMailServer()
  hook = await anHttpServer(() => ({ status: 200 }))
  backend = await aBackend({
    SMTP_URL: mail.url,
    SMTP_FROM: 'alarm@example.org',
    NOTIFY_WEBHOOK_URL: `${hook.url}/hook`,
    PUBLIC_URL: 'https://rollcall.example.org',
  })
  admin = await backend.as('admin')
  safety = await backend.as('safety')
})
afterAll(async () => {
  await backend.stop()
  await Promise.all([mail.stop(), hook.stop()])
})

let buildingId: string
let count = 0
let name: string
let address: string
beforeEach(async () => {
  await backend.db.deleteFrom('emergencyContacts').execute()
  buildingId = (await aBuilding(admin)).id
  name = `Contact ${++count}`
  address = `contact${count}@example.org`
})

const contact = async (fields: object = {}): Promise<string> =>
  (await safety('POST', '/api/emergency/contacts', { name, email: address, buildingIds: [buildingId], ...fields })).body
    .data.id
const stored = async (id: string) =>
  (await safety('GET', '/api/emergency/contacts')).body.data.items.find((one: { id: string }) => one.id === id)
const ask = (contactIds?: string[]) => safety('POST', '/api/emergency/contacts/test', contactIds ? { contactIds } : {})
const testing = async () => (await safety('GET', '/api/emergency/contacts/tests')).body.data
const linkIn = (text: string) => /https:\/\/rollcall\.example\.org(\/contact-link\/[\w-]{43})/.exec(text)?.[1]
const linkTo = (to: string, subject: RegExp) =>
  eventually(`a mail to ${to}`, async () => {
    const found = mail.mails.findLast((one) => one.to.includes(to) && subject.test(one.text))
    return found && linkIn(readable(found))
  })
const trigger = async (mode = 'drill') =>
  (await safety('POST', '/api/emergency/trigger', { scenario: 'fire', mode, scope: { buildingIds: [buildingId] } }))
    .body.data.id
const answersOf = async (id: string, as = safety) =>
  (await as('GET', `/api/emergency/muster?eventId=${id}`)).body.data.answers

describe('a test message', () => {
  it('is sent once, shows how it stands, and is answered by its link without an account', async () => {
    const id = await contact()
    expect(await stored(id)).toMatchObject({ testedAt: null, answeredAt: null })
    const first = await ask([id])
    expect(first.status).toBe(202)
    expect(first.body.data).toMatchObject({ waiting: 1, canSend: ['email', 'sms', 'voice', 'webhook'] })
    await ask([id])
    const path = await linkTo(address, /Subject: TEST MESSAGE/)
    const sent = await eventually('the test is sent', async () => (await testing()).waiting === 0 && testing())
    expect(sent.tests).toMatchObject([
      { contactId: id, answeredAt: null, messages: [{ channel: 'email', state: 'sent' }] },
    ])
    expect(mail.mails.filter(({ to }) => to.includes(address))).toHaveLength(1)

    const view = await backend.nobody('GET', `/api${path}`)
    expect(view.body.data).toEqual({ name, emergency: null, answer: null, answeredAt: null })
    expect((await testing()).tests).toMatchObject([{ answeredAt: null }])
    expect((await backend.nobody('POST', `${path}`, { answer: 'on_my_way' })).status).toBe(400)
    const answered = await backend.nobody('POST', `${path}`, { answer: 'received' })
    expect(answered.body.data).toMatchObject({ answer: 'received' })
    await backend.nobody('POST', `${path}`, { answer: 'received' })
    expect((await testing()).tests).toMatchObject([{ answeredAt: expect.any(String), answeredChannel: 'email' }])
    const records = await backend.db
      .selectFrom('auditLog')
      .select('action')
      .where('entityId', '=', id)
      .where('action', '=', 'contacts.answerLink')
      .execute()
    expect(records).toHaveLength(1)

    const { answeredAt } = await stored(id)
    expect(answeredAt).toEqual(expect.any(String))
    await safety('PUT', `/api/emergency/contacts/${id}`, { role: 'Caretaker' })
    expect(await stored(id)).toMatchObject({ answeredAt })
    // Nobody knows whether a new address works.
    await safety('PUT', `/api/emergency/contacts/${id}`, { email: `new-${address}` })
    expect(await stored(id)).toMatchObject({ answeredAt: null })
  })

  it('goes to active contacts unless they are named, and says what did not arrive', async () => {
    const wrong = await contact({ email: 'nobody@example.org' })
    const paused = await contact({ name: 'Paused', active: false })
    await ask()
    const { tests } = await eventually('given up', async () => {
      const now = await testing()
      return now.tests.length > 0 && now.waiting === 0 && now
    })
    expect(tests).toMatchObject([
      { contactId: wrong, messages: [{ state: 'given_up', detail: expect.stringMatching(/550/) }] },
    ])
    await ask([paused])
    expect((await testing()).tests).toHaveLength(2)
  })

  it('has a link for text messages and webhooks, and none for calls', async () => {
    const id = await contact({ phone: '+441632960001', channels: ['sms', 'voice', 'webhook'] })
    await ask([id])
    const asked = await eventually('three messages', async () => {
      const messages = hook.asked.map(({ body }) => JSON.parse(body)).filter(({ contactName }) => contactName === name)
      return messages.length === 3 && messages
    })
    const linked = asked.map(({ channel, text, answerLink }) => [channel, answerLink !== null, Boolean(linkIn(text))])
    expect(linked.toSorted()).toEqual([
      ['sms', true, true],
      ['voice', false, false],
      ['webhook', true, true],
    ])
  })
})

describe('when it rings', () => {
  it('a contact says by the link that they are on the way, and may change their mind', async () => {
    const id = await contact({ role: 'Fire brigade' })
    const eventId = await trigger()
    expect(await answersOf(eventId)).toMatchObject([{ kind: 'contact', id, name, role: 'Fire brigade', answer: null }])
    expect(await answersOf(eventId, await backend.as('viewer'))).toEqual([])
    const path = await linkTo(address, /Subject: DRILL/)
    const view = await backend.nobody('GET', `/api${path}`)
    expect(view.body.data).toMatchObject({ name, answer: null, emergency: { mode: 'drill', state: 'active' } })
    const { version } = (await safety('GET', `/api/emergency/muster?eventId=${eventId}`)).body.data
    await backend.nobody('POST', `${path}`, { answer: 'on_my_way' })
    const since = (await safety('GET', `/api/emergency/muster?eventId=${eventId}&since=${version}`)).body.data
    expect(since).toMatchObject({ people: [], answers: [{ id, answer: 'on_my_way', at: expect.any(String) }] })
    expect(await stored(id)).toMatchObject({ answeredAt: expect.any(String) })
    await backend.nobody('POST', `${path}`, { answer: 'cannot_come' })
    expect(await answersOf(eventId)).toMatchObject([{ answer: 'cannot_come' }])
    const { items } = (await safety('GET', `/api/emergency/events?eventId=${eventId}`)).body.data
    expect(items.filter(({ type }: { type: string }) => type === 'answered')).toHaveLength(2)

    await safety('PUT', `/api/emergency/${eventId}`, { state: 'resolved', resolution: 'drill_complete' })
    expect((await backend.nobody('POST', `${path}`, { answer: 'on_my_way' })).status).toBe(409)
    expect((await backend.nobody('GET', `/api${path}`)).body.data.emergency.state).toBe('resolved')
  })

  it('the link of a drill that became real answers for the emergency', async () => {
    await contact()
    await trigger()
    const path = await linkTo(address, /Subject: DRILL/)
    const live = await trigger('live')
    expect((await backend.nobody('GET', `/api${path}`)).body.data.emergency).toMatchObject({ mode: 'live' })
    await backend.nobody('POST', `${path}`, { answer: 'on_my_way' })
    expect(await answersOf(live)).toMatchObject([{ answer: 'on_my_way' }])
    expect((await backend.nobody('GET', `/api/contact-link/${'x'.repeat(43)}`)).status).toBe(404)
  })
})

describe('PUT /api/emergency/contacts/order', () => {
  it('sets who is told first, the others behind them', async () => {
    const [a, b, c] = [await contact(), await contact(), await contact()]
    const { body } = await safety('PUT', '/api/emergency/contacts/order', { order: [c, a] })
    const placed = body.data.map(({ id, priority }: { id: string; priority: number }) => [id, priority])
    expect(placed).toEqual([
      [c, 1],
      [a, 2],
      [b, 3],
    ])
    expect((await safety('PUT', '/api/emergency/contacts/order', { order: [buildingId] })).status).toBe(400)
  })
  it('is not set over an order that somebody else has set meanwhile', async () => {
    const was = [await contact(), await contact(), await contact()].toSorted()
    const [a = '', b = '', c = ''] = was
    const set = (by: Caller, order: string[]) => by('PUT', '/api/emergency/contacts/order', { order, was })
    const replies = await Promise.all([set(safety, [b, a, c]), set(admin, [a, c, b])])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412])
    const first = replies.find(({ status }) => status === 200)?.body.data.map(({ id }: { id: string }) => id)
    const { items } = (await safety('GET', '/api/emergency/contacts?sort=priority')).body.data
    expect(items.map(({ id }: { id: string }) => id)).toEqual(first)
  })
})

describe('PUT /api/emergency/contacts/{contactId}', () => {
  // holds rules 1-16
  it('is refused to whoever read it before somebody else changed it, or its place in the order', async () => {
    const [a, b] = [await contact(), await contact()]
    const read = async (id: string) =>
      (await safety('GET', '/api/emergency/contacts')).body.data.items.find((one: { id: string }) => one.id === id)
    const change = (by: Caller, id: string, tag: string, body: object) =>
      by('PUT', `/api/emergency/contacts/${id}`, body, { headers: { 'if-match': `"${tag}"` } })
    const seen = await read(a)
    expect((await change(safety, a, seen.updatedAt, { role: 'Guard' })).status).toBe(200)
    const late = await change(admin, a, seen.updatedAt, { role: 'Nurse' })
    expect([late.status, late.body.error.code, (await read(a)).role]).toEqual([412, 'changed_since', 'Guard'])
    const other = await read(b)
    await safety('PUT', '/api/emergency/contacts/order', { order: [b, a] })
    expect((await change(admin, b, other.updatedAt, { priority: 50 })).status).toBe(412)
  })
})
