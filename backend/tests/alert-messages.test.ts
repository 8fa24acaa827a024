// Telling people about alerts: through a real SMTP server and a real webhook, one message for many alerts, and the dry run.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aBackend, aUser, testSecrets, type Caller, type TestBackend } from './a-backend.ts'
import { aMailServer } from './a-mail-server.ts'
import { anHttpServer } from './an-http-server.ts'
import { eventually } from './eventually.ts'
import { aReceiver } from './site-things.ts'

const fiveMinutesAgo = () => new Date(Date.now() - 5 * 60_000)

/** So many receivers that were heard and are no more. */
async function silentReceivers({ db, as }: TestBackend, count: number): Promise<string[]> {
  const admin = await as('admin')
  const made = await Promise.all(Array.from({ length: count }, () => aReceiver(admin)))
  const ids = made.map(({ id }) => id)
  await db.updateTable('receivers').set({ lastSeenAt: fiveMinutesAgo() }).where('id', 'in', ids).execute()
  await admin('POST', '/api/gateways/sync-status')
  return made.map(({ name }) => String(name))
}
/** As if the watch had listened all the time and told nobody for a while. */
const ready = ({ db }: TestBackend) =>
  db
    .updateTable('alertWatch')
    .set({ lookedAt: new Date(), listeningSince: fiveMinutesAgo(), toldAt: fiveMinutesAgo() })
    .execute()
const attempts = async ({ db }: TestBackend) =>
  db.selectFrom('emergencyNotifications').select(['contactName', 'channel', 'sender', 'result']).execute()

describe('with a mail server and a webhook', () => {
  let backend: TestBackend
  let admin: Caller
  let mail: Awaited<ReturnType<typeof aMailServer>>
  let hook: Awaited<ReturnType<typeof anHttpServer>>
  let status = 200
  beforeAll(async () => {
    mail = await aMailServer()
    hook = await anHttpServer(() => ({ status }))
    backend = await aBackend({
      SMTP_URL: mail.url,
      NOTIFY_WEBHOOK_URL: hook.url,
      PUBLIC_URL: 'https://rollcall.example.org/',
    })
    admin = await backend.as('admin')
    await backend.as('viewer')
    await aUser(backend.db, { role: 'operator', active: false })
  })
  afterAll(async () => {
    await backend.stop()
    await Promise.all([mail.stop(), hook.stop()])
  })

  it('mails each account that follows what happens once, however many alerts there are', async () => {
    await ready(backend)
    const names = await silentReceivers(backend, 23)
    await backend.backend.checkAlerts()
    await eventually('the mail', async () => mail.mails.length > 0)
    await backend.backend.checkAlerts()
    expect(mail.mails.map(({ to }) => to)).toEqual([[expect.stringMatching(/^admin/)]])
    const text = mail.mails[0]?.text ?? ''
    expect(text).toMatch(/Subject: 23 alerts: Receiver .+ is no longer heard\./)
    expect(names.filter((name) => text.includes(`Receiver ${name} is`))).toHaveLength(20)
    expect(text).toContain('And 3 more.')
    expect(text).toContain('https://rollcall.example.org/alerts')
    expect(await attempts(backend)).toMatchObject([{ channel: 'email', sender: 'smtp', result: 'sent' }])
  })

  it('collects what comes within a minute of the last message', async () => {
    const before = mail.mails.length
    const [first] = await silentReceivers(backend, 1)
    await backend.backend.checkAlerts()
    const [second] = await silentReceivers(backend, 1)
    await backend.backend.checkAlerts()
    const queued = backend.db.selectFrom('notificationOutbox').select('id').where('state', '=', 'waiting')
    expect(await queued.execute()).toEqual([])
    await ready(backend)
    await backend.backend.checkAlerts()
    await eventually('the mail', async () => mail.mails.length > before)
    expect(mail.mails).toHaveLength(before + 1)
    expect(mail.mails.at(-1)?.text).toMatch(new RegExp(`${first}[^]+${second}|${second}[^]+${first}`))
  })

  it('sends a text message to the number of the contact with the same address', async () => {
    const { email } = await aUser(backend.db, { role: 'safety' })
    await admin('POST', '/api/emergency/contacts', { name: 'Safety', email, phone: '+441632960001' })
    await admin('PUT', '/api/mgmt/settings/alerts', { email: false, sms: true })
    await ready(backend)
    await silentReceivers(backend, 1)
    await backend.backend.checkAlerts()
    await eventually('the webhook', async () => hook.asked.length > 0)
    expect(hook.asked.map(({ body }) => JSON.parse(body))).toMatchObject([
      { channel: 'sms', address: '+441632960001', text: expect.stringContaining('is no longer heard') },
    ])
  })

  it('goes on raising alerts and taking readings while the sender fails', async () => {
    status = 500
    const before = (await attempts(backend)).length
    await ready(backend)
    const [name] = await silentReceivers(backend, 1)
    await backend.backend.checkAlerts()
    const failed = async () => (await attempts(backend)).slice(before).filter(({ result }) => result === 'failed')
    await eventually('a failure', async () => (await failed()).length > 0)
    const raddec = { transmitterId: 'aabbccddeeff', transmitterIdType: 2, rssiSignature: [], timestamp: Date.now() }
    const headers = { authorization: `Bearer ${testSecrets.INGEST_KEY}` }
    expect((await backend.nobody('POST', '/ingest/raddec', [raddec], { headers })).status).toBe(202)
    expect((await admin('GET', `/api/alerts?q=${encodeURIComponent(String(name))}`)).body.data.total).toBe(1)
  })

  it('says that both senders are there', async () => {
    expect((await admin('GET', '/api/mgmt/settings')).body.data.senders).toEqual({ email: true, sms: true })
  })
})

it('sends nothing when no sender is configured, records it, and the settings say so', async () => {
  const backend = await aBackend()
  try {
    const admin = await backend.as('admin')
    await ready(backend)
    await silentReceivers(backend, 1)
    await backend.backend.checkAlerts()
    const made = await eventually('the attempt', async () => {
      const rows = await attempts(backend)
      return rows.length > 0 && rows
    })
    expect(made).toEqual([{ contactName: 'The admin', channel: 'email', sender: 'dry-run', result: 'dry_run' }])
    expect((await admin('GET', '/api/mgmt/settings')).body.data.senders).toEqual({ email: false, sms: false })
    const { items } = (await admin('GET', '/api/alerts/notifications')).body.data
    expect(items).toMatchObject([{ contactName: 'The admin', result: 'dry_run' }])
  } finally {
    await backend.stop()
  }
})
