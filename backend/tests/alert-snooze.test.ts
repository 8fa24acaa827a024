// Alerts that are put off: out of the bell until a time, seen by everybody with who did it; an emergency cannot be.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AlertKind } from '@rollcall/contracts/domains/alerts'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'

let backend: TestBackend
let admin: Caller
let operator: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  operator = await backend.as('operator')
})
afterAll(() => backend.stop())

let count = 0
async function anAlert(kind: AlertKind): Promise<string> {
  const row = { kind, subject: `subject ${++count}`, text: `Number ${count}.` }
  return (await backend.db.insertInto('alerts').values(row).returning('id').executeTakeFirstOrThrow()).id
}
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const snooze = (as: Caller, ids: string[], until: string | null) => as('POST', '/api/alerts/snooze', { ids, until })
const listed = async (state: string) =>
  (await admin('GET', `/api/alerts?state=${state}&pageSize=200`)).body.data.items as { id: string }[]
const stateOf = async (id: string) =>
  (await admin('GET', '/api/alerts?pageSize=200')).body.data.items.find((one: { id: string }) => one.id === id)

describe('POST /api/alerts/snooze', () => {
  it('takes an alert out of the open ones until then, and everybody sees who did it', async () => {
    const [id, until] = [await anAlert('battery_low'), inHours(1)]
    expect((await snooze(operator, [id], until)).body.data).toEqual({ updated: 1, failed: [] })
    expect(await stateOf(id)).toMatchObject({ state: 'snoozed', snoozedUntil: until, snoozedBy: 'The operator' })
    expect((await listed('open')).map((one) => one.id)).not.toContain(id)
    expect((await listed('snoozed')).map((one) => one.id)).toContain(id)
    const { items } = (await admin('GET', `/api/audit/logs?action=alerts.snooze&q=${id}`)).body.data
    expect(items).toMatchObject([{ entityId: id, after: { snoozedUntil: until } }])
  })

  it('has it open again when the time has come, or when somebody says so', async () => {
    const id = await anAlert('battery_low')
    await snooze(operator, [id], inHours(1))
    await backend.db.updateTable('alerts').set({ snoozedUntil: new Date() }).where('id', '=', id).execute()
    expect(await stateOf(id)).toMatchObject({ state: 'open' })
    await snooze(operator, [id], inHours(1))
    await snooze(admin, [id], null)
    expect(await stateOf(id)).toMatchObject({ state: 'open', snoozedUntil: null, snoozedBy: null })
  })

  it('does not put off an emergency, nor what is taken care of', async () => {
    const [emergency, taken] = [await anAlert('emergency'), await anAlert('battery_low')]
    await operator('POST', '/api/alerts/acknowledge', { ids: [taken] })
    const { data } = (await snooze(operator, [emergency, taken], inHours(1))).body
    expect([data.updated, data.failed.map((one: { id: string }) => one.id)]).toEqual([0, [emergency, taken]])
    expect(await stateOf(emergency)).toMatchObject({ state: 'open' })
  })

  it.each([
    ['the past', inHours(-1)],
    ['eight days from now', inHours(8 * 24)],
    ['no time', 'later'],
  ])('refuses %s and names the field', async (_, until) => {
    const { status, body } = await snooze(operator, [await anAlert('battery_low')], until)
    expect([status, body.error.issues?.[0]?.path]).toEqual([400, 'until'])
  })

  it('is for those who may acknowledge', async () => {
    const viewer = await backend.as('viewer')
    expect((await snooze(viewer, [await anAlert('battery_low')], inHours(1))).status).toBe(403)
  })
})
