// Telling contacts: through a real SMTP server and a real webhook, and the dry run when neither is configured.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aMailServer } from './a-mail-server.ts'
import { anHttpServer, type Asked } from './an-http-server.ts'
import { aRelayStandIn } from './a-relay-stand-in.ts'
import { eventually } from './eventually.ts'
import { aBuilding } from './site-things.ts'

type Sent = { contactName: string; channel: string; sender: string; result: string; detail: string | null }

async function attempts(safety: Caller, id: string, count: number): Promise<Sent[]> {
  return eventually(`${count} attempts`, async () => {
    const { items } = (await safety('GET', `/api/emergency/${id}/notifications?sort=at`)).body.data
    return items.length >= count && items
  })
}

const aContact = (safety: Caller, fields: object) => safety('POST', '/api/emergency/contacts', fields)

async function triggered(safety: Caller, admin: Caller, fields: object = {}) {
  const building = await aBuilding(admin)
  const body = { scenario: 'fire', scope: { buildingIds: [building.id] }, message: 'Use the stairs', ...fields }
  return (await safety('POST', '/api/emergency/trigger', body)).body.data
}

describe('with a mail server and a webhook', () => {
  let backend: TestBackend
  let admin: Caller
  let safety: Caller
  let mail: Awaited<ReturnType<typeof aMailServer>>
  let hook: Awaited<ReturnType<typeof anHttpServer>>
  let relay: Awaited<ReturnType<typeof aRelayStandIn>>
  let statusOf: (asked: Asked) => number = () => 200
  beforeAll(async () => {
    mail = await aMailServer()
    hook = await anHttpServer((asked) => ({ status: statusOf(asked) }))
    relay = await aRelayStandIn()
    backend = await aBackend({
      SMTP_URL: mail.url,
      SMTP_FROM: 'alarm@example.org',
      NOTIFY_WEBHOOK_URL: `${hook.url}/hook`,
      PUBLIC_URL: 'https://rollcall.example.org/',
      REALTIME_PUBLISH_URL: relay.url,
    })
    admin = await backend.as('admin')
    safety = await backend.as('safety')
  })
  afterAll(async () => {
    await backend.stop()
    await Promise.all([mail.stop(), hook.stop(), relay.stop()])
  })

  // holds spec 6.2-2; rules 9-15
  it('sends each contact of the scenario a message per channel, records it, and tells when it is over', async () => {
    await aContact(safety, {
      name: 'Warden',
      email: 'warden@example.org',
      phone: '+441632960001',
      channels: ['email', 'sms'],
      scenarios: ['fire'],
    })
    await aContact(safety, { name: 'Doctor', email: 'doctor@example.org', scenarios: ['medical'] })
    await aContact(safety, { name: 'Away', email: 'away@example.org', active: false })
    await aContact(safety, { name: 'Wrong', email: 'nobody@example.org', scenarios: ['fire'] })
    const { id } = await triggered(safety, admin, { mode: 'drill' })
    const made = await attempts(safety, id, 3)
    const summary = made.map(({ contactName, channel, sender, result }) =>
      [contactName, channel, sender, result].join(' '),
    )
    expect(summary.toSorted()).toEqual(['Warden email smtp sent', 'Warden sms webhook sent', 'Wrong email smtp failed'])
    expect(made.find(({ contactName }) => contactName === 'Wrong')?.detail).toContain('550')
    expect(mail.mails).toHaveLength(1)
    expect(mail.mails[0]).toMatchObject({ from: 'alarm@example.org', to: ['warden@example.org'] })
    expect(mail.mails[0]?.text).toMatch(/Subject: DRILL: fire at Building \d+/)
    expect(mail.mails[0]?.text).toContain('Use the stairs')
    expect(JSON.parse(hook.asked[0]?.body ?? '')).toMatchObject({
      emergencyId: id,
      channel: 'sms',
      address: '+441632960001',
    })

    await eventually('the timeline', async () => {
      const { items } = (await safety('GET', `/api/emergency/events?eventId=${id}`)).body.data
      return items.filter((one: { type: string }) => one.type === 'notified').length === 3
    })
    const channels = await eventually('publications', async () => {
      const told = relay.publications.filter(({ channel }) => channel === `event:${id}`)
      return told.length > 0 && relay.publications.map(({ channel }) => channel)
    })
    expect(channels).toContain('global:all')
    await safety('PUT', `/api/emergency/${id}`, {
      state: 'resolved',
      resolution: 'drill_complete',
      confirmMissing: true,
    })
    await attempts(safety, id, 6)
    expect(mail.mails[1]?.text).toContain('DRILL: Over (drill complete): fire at')
  })

  it('tries again when the webhook is busy, and records both attempts', async () => {
    await aContact(safety, { name: 'Gateway', channels: ['webhook'], scenarios: ['hazmat'] })
    let calls = 0
    statusOf = ({ body }) => (body.includes('Gateway') && ++calls === 1 ? 503 : 200)
    const { id } = await triggered(safety, admin, { scenario: 'hazmat' })
    const made = await attempts(safety, id, 2)
    expect(made.map(({ result, detail }) => [result, detail])).toEqual([
      ['failed', 'The webhook answered 503.'],
      ['sent', 'The webhook answered 200.'],
    ])
  })
})

// holds rules 9-15
it('sends nothing when no sender is configured, and says so', async () => {
  const backend = await aBackend()
  try {
    const [admin, safety] = [await backend.as('admin'), await backend.as('safety')]
    await aContact(safety, {
      name: 'Warden',
      email: 'warden@example.org',
      phone: '+441632960001',
      channels: ['email', 'voice'],
    })
    const { id } = await triggered(safety, admin)
    const made = await attempts(safety, id, 2)
    expect(made.map(({ sender, result }) => `${sender} ${result}`)).toEqual(['dry-run dry_run', 'dry-run dry_run'])
  } finally {
    await backend.stop()
  }
})
