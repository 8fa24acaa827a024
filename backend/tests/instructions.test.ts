// Instructions of every scenario: written, confirmed, never overwritten unseen, and in messages only once somebody confirmed them
// (rules 8 and 9).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Scenario } from '@rollcall/contracts/domains/emergency'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aBuilding } from './site-things.ts'

let backend: TestBackend
let admin: Caller
let safety: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  safety = await backend.as('safety')
})
afterAll(() => backend.stop())

const path = (scenario: string) => `/api/emergency/instructions/${scenario}`
const read = async (scenario: string) => {
  const { body } = await safety('GET', '/api/emergency/instructions')
  return body.data.find((one: { scenario: string }) => one.scenario === scenario)
}
const tagOf = ({ updatedAt }: { updatedAt: string }) => ({ headers: { 'if-match': `"${updatedAt}"` } })

describe('instructions of a scenario', () => {
  it('begin as drafts that nobody has confirmed, one for each', async () => {
    const { body } = await (await backend.as('viewer'))('GET', '/api/emergency/instructions')
    const all = body.data as { scenario: string; confirmedAt: string | null }[]
    expect(all.map(({ scenario }) => scenario).toSorted()).toEqual(Scenario.options.toSorted())
    expect(all.filter(({ confirmedAt }) => confirmedAt !== null)).toEqual([])
  })
  it('are confirmed by name, and other words take that back', async () => {
    const confirmed = await safety('PUT', path('medical'), { confirmed: true })
    expect(confirmed.body.data).toMatchObject({ confirmedBy: 'The safety', confirmedAt: expect.any(String) })
    const same = await safety('PUT', path('medical'), { text: confirmed.body.data.text })
    expect(same.body.data.confirmedBy).toBe('The safety')
    const changed = await safety('PUT', path('medical'), { text: 'Ring 999.\nStay there.' })
    expect(changed.body.data).toMatchObject({ text: 'Ring 999.\nStay there.', confirmedBy: null, confirmedAt: null })
    const both = await admin('PUT', path('medical'), { text: 'Ring 112.', confirmed: true })
    expect(both.body.data).toMatchObject({ text: 'Ring 112.', confirmedBy: 'The admin' })
    const back = await admin('PUT', path('medical'), { confirmed: false })
    expect(back.body.data).toMatchObject({ text: 'Ring 112.', confirmedBy: null })
  })
  it('cannot be confirmed while they say nothing', async () => {
    const reply = await safety('PUT', path('other'), { confirmed: true })
    expect([reply.status, reply.body.error.issues?.[0]?.path]).toEqual([400, 'confirmed'])
  })
  // holds rules 1-16, 8-4
  it('are not overwritten by somebody who read others', async () => {
    const before = await read('hazmat')
    const mine = await safety('PUT', path('hazmat'), { text: 'Mine.' }, tagOf(before))
    expect([mine.status, mine.headers['etag']]).toEqual([200, `"${mine.body.data.updatedAt}"`])
    const theirs = await admin('PUT', path('hazmat'), { text: 'Theirs.' }, tagOf(before))
    expect([theirs.status, theirs.body.error.code]).toEqual([412, 'changed_since'])
    expect((await read('hazmat')).text).toBe('Mine.')
    expect((await admin('PUT', path('hazmat'), { text: 'Theirs.' }, tagOf(mine.body.data))).status).toBe(200)
  })
  it('are for those who may raise the alarm', async () => {
    expect((await (await backend.as('operator'))('PUT', path('fire'), { text: 'No.' })).status).toBe(403)
    expect((await safety('PUT', path('flood'), { text: 'No.' })).status).toBe(404)
  })
})

describe('messages of an emergency', () => {
  const sentAbout = async (scenario: string) => {
    const scope = { buildingIds: [(await aBuilding(admin)).id] }
    const { body } = await safety('POST', '/api/emergency/trigger', { scenario, mode: 'drill', scope })
    const rows = await backend.db
      .selectFrom('notificationOutbox')
      .select(['channel', 'text'])
      .where('emergencyId', '=', body.data.id)
      .orderBy('channel')
      .execute()
    return rows.map(({ text }) => text)
  }
  it('say what to do once somebody confirmed it, in mails; a draft is in none', async () => {
    await admin('POST', '/api/emergency/contacts', {
      name: 'Ann',
      email: 'ann@example.org',
      phone: '+441632960001',
      channels: ['email', 'sms'],
    })
    const draft = (await read('gas_leak')).text.split('\n')[0]
    expect((await sentAbout('gas_leak')).join(' ')).not.toContain(draft)
    await safety('PUT', path('gas_leak'), { confirmed: true })
    const [mail, sms] = await sentAbout('gas_leak')
    expect(mail).toContain(`What to do:\n${draft}`)
    expect(sms).not.toContain(draft)
  })
})
