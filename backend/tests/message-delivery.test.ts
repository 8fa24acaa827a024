// Messages that do not arrive at once (rules 9): servers that are down, slow or refuse, half an hour of tries, restarts, several backends.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aFreePort, aMailServer, readable } from './a-mail-server.ts'
import { anHttpServer } from './an-http-server.ts'
import { eventually } from './eventually.ts'
import { minutesLater } from './passing-time.ts'
import { aBuilding } from './site-things.ts'

type Message = { contactName: string; channel: string; about: string; state: string; tries: number; detail: string }
type Mails = Awaited<ReturnType<typeof aMailServer>>

const contact = (safety: Caller, name: string, fields: object = {}) =>
  safety('POST', '/api/emergency/contacts', { name, email: `${name.toLowerCase()}@example.org`, ...fields })

async function triggered({ as }: TestBackend, fields: object = {}): Promise<string> {
  const building = await aBuilding(await as('admin'))
  const body = { scenario: 'fire', scope: { buildingIds: [building.id] }, ...fields }
  return (await (await as('safety'))('POST', '/api/emergency/trigger', body)).body.data.id
}

/** The messages about an emergency, once they are as the test expects. */
async function messages({ as }: TestBackend, id: string, when: (all: Message[]) => boolean): Promise<Message[]> {
  const safety = await as('safety')
  return eventually(`messages of ${id}`, async () => {
    const { items } = (await safety('GET', `/api/emergency/${id}/messages?pageSize=200`)).body.data
    return when(items) && items
  })
}
const inState = (state: string) => (all: Message[]) => all.length > 0 && all.every((one) => one.state === state)
const failedOnce = (all: Message[]) => all.length > 0 && all.every(({ detail }) => detail !== null)
const end = async ({ as }: TestBackend, id: string) =>
  (await as('safety'))('PUT', `/api/emergency/${id}`, {
    state: 'resolved',
    resolution: 'all_clear',
    confirmMissing: true,
  })
const undelivered = async ({ as }: TestBackend, id: string) =>
  (await (await as('safety'))('GET', `/api/emergency/muster?eventId=${id}`)).body.data.undelivered
const versionOf = async ({ db }: TestBackend, id: string) =>
  (await db.selectFrom('emergencies').select('rosterVersion').where('id', '=', id).executeTakeFirstOrThrow())
    .rosterVersion

describe('a mail server that is down', () => {
  let port: number
  let backend: TestBackend
  let server: Mails | undefined
  beforeEach(async () => {
    port = await aFreePort()
    backend = await aBackend({ SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://rollcall.example.org' })
    await contact(await backend.as('safety'), 'Warden')
  })
  afterEach(async () => {
    await backend.stop()
    await server?.stop()
    server = undefined
  })

  // holds rules 9-17
  it('is tried until it is back, and the board counts what has not arrived', async () => {
    const id = await triggered(backend)
    const [failed] = await messages(backend, id, failedOnce)
    expect(failed).toMatchObject({ state: 'waiting', detail: expect.stringContaining('ECONNREFUSED') })
    expect(await undelivered(backend, id)).toBe(1)
    const version = await versionOf(backend, id)
    await minutesLater(backend, 20)
    await messages(backend, id, ([one]) => (one?.tries ?? 0) > (failed?.tries ?? 0))
    server = await aMailServer({ port })
    await minutesLater(backend, 9)
    await messages(backend, id, inState('sent'))
    expect(server.mails).toHaveLength(1)
    expect(await undelivered(backend, id)).toBe(0)
    expect(await versionOf(backend, id)).toBeGreaterThan(version)
  })

  it('is given up half an hour after the first try, which the timeline and the list say', async () => {
    const id = await triggered(backend)
    await messages(backend, id, failedOnce)
    await minutesLater(backend, 31)
    const [message] = await messages(backend, id, inState('given_up'))
    expect(message).toMatchObject({ detail: expect.stringContaining('ECONNREFUSED') })
    expect(await undelivered(backend, id)).toBe(1)
    const safety = await backend.as('safety')
    await eventually('the timeline', async () => {
      const { items } = (await safety('GET', `/api/emergency/events?eventId=${id}`)).body.data
      return items.some(({ text }: { text: string }) => /^Warden: email given up after \d+ tries/.test(text))
    })
    const { items: attempts } = (await safety('GET', `/api/emergency/${id}/notifications`)).body.data
    expect(attempts.length).toBe(message?.tries)
  })

  it('gets what waited when the backend is restarted meanwhile', async () => {
    const id = await triggered(backend)
    await messages(backend, id, failedOnce)
    await backend.backend.stop()
    server = await aMailServer({ port })
    const after = await aBackend({ SMTP_URL: server.url }, { beside: backend })
    try {
      await minutesLater(after, 5)
      await messages(after, id, inState('sent'))
      expect(server.mails).toHaveLength(1)
    } finally {
      await after.stop()
    }
  })

  it('is not told of a beginning once it is over, which stays on record', async () => {
    const id = await triggered(backend, { mode: 'drill' })
    await messages(backend, id, failedOnce)
    await end(backend, id)
    server = await aMailServer({ port })
    await minutesLater(backend, 5)
    const all = await messages(backend, id, (some) =>
      some.some(({ about, state }) => about === 'ended' && state === 'sent'),
    )
    expect(all.find(({ about }) => about === 'began')).toMatchObject({
      state: 'out_of_date',
      detail: 'It was over before this arrived.',
    })
    expect(server.mails.map(readable)).toEqual([expect.stringContaining('The drill is over.')])
    expect(await undelivered(backend, id)).toBe(0)
  })
})

describe('senders that are slow or refuse', () => {
  let backend: TestBackend
  let server: Mails
  let hook: Awaited<ReturnType<typeof anHttpServer>>
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  beforeAll(async () => {
    server = await aMailServer({ holds: ({ to }) => (to[0]?.startsWith('slow') ? held : undefined) })
    hook = await anHttpServer(({ body }) => ({ status: body.includes('Forbidden') ? 403 : 200 }))
    backend = await aBackend({ SMTP_URL: server.url, NOTIFY_WEBHOOK_URL: hook.url, SMTP_CONNECTIONS: '2' })
  })
  afterAll(async () => {
    release()
    await backend.stop()
    await Promise.all([server.stop(), hook.stop()])
  })

  it('do not hold up other channels, nor other recipients of the same', async () => {
    const safety = await backend.as('safety')
    await contact(safety, 'Slow', { scenarios: ['fire'], priority: 1 })
    for (const name of ['Ada', 'Grace', 'Joan']) await contact(safety, name, { scenarios: ['fire'] })
    await contact(safety, 'Gateway', { channels: ['webhook'], scenarios: ['fire'] })
    const id = await triggered(backend)
    const others = (all: Message[]) => all.filter(({ contactName }) => contactName !== 'Slow')
    const all = await messages(backend, id, (some) => others(some).length === 4 && inState('sent')(others(some)))
    expect(all.find(({ contactName }) => contactName === 'Slow')).toMatchObject({ state: 'waiting' })
  })

  it('do not hold up an alarm by ordinary alerts', async () => {
    const waiting = { contactName: 'Slow', channel: 'email', subject: 'Alert', text: 'Alert', priority: 1000 }
    const rows = [1, 2, 3].map((each) => ({ ...waiting, address: `slow${each}@example.org` }))
    await backend.db.insertInto('notificationOutbox').values(rows).execute()
    await minutesLater(backend, 0)
    await contact(await backend.as('safety'), 'Marie', { scenarios: ['hazmat'] })
    const id = await triggered(backend, { scenario: 'hazmat' })
    await messages(backend, id, inState('sent'))
    const alerts = backend.db.selectFrom('notificationOutbox').select('state').where('subject', '=', 'Alert')
    expect(await alerts.execute()).toEqual(rows.map(() => ({ state: 'waiting' })))
  })

  it('are not asked again after a refusal for good', async () => {
    const safety = await backend.as('safety')
    await contact(safety, 'Nobody', { scenarios: ['medical'] })
    await contact(safety, 'Forbidden', { scenarios: ['medical'], channels: ['webhook'] })
    await safety('POST', '/api/emergency/contacts', { name: 'Nameless', scenarios: ['medical'], channels: ['sms'] })
    const id = await triggered(backend, { scenario: 'medical' })
    const all = await messages(backend, id, (some) => some.length === 3 && inState('given_up')(some))
    const summary = all.map(({ contactName, tries, detail }) => [contactName, tries, detail])
    expect(summary.toSorted()).toEqual([
      ['Forbidden', 1, 'The webhook answered 403.'],
      ['Nameless', 1, 'There is no phone number.'],
      ['Nobody', 1, expect.stringContaining('550')],
    ])
  })
})

it('sends each message once, however many backends there are', async () => {
  const server = await aMailServer()
  const backend = await aBackend({ SMTP_URL: server.url })
  const other = await aBackend({ SMTP_URL: server.url }, { beside: backend })
  try {
    const safety = await backend.as('safety')
    for (let each = 0; each < 40; each += 1) await contact(safety, `Warden${each}`)
    const id = await triggered(backend)
    await Promise.all([minutesLater(backend, 0), minutesLater(other, 0)])
    await messages(backend, id, (all) => all.length === 40 && inState('sent')(all))
    expect(new Set(server.mails.map(({ to }) => to[0])).size).toBe(40)
    expect(server.mails).toHaveLength(40)
  } finally {
    await other.stop()
    await backend.stop()
    await server.stop()
  }
})
