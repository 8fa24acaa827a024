// Alerts that are somebody's: given by those who take care of alerts to one of them, who is told; nobody is given, or told of, what they may not see.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AlertKind } from '@rollcall/contracts/domains/alerts'
import { aBackend, aUser, tokenOf, type Caller, type TestBackend } from './a-backend.ts'
import { aRelayStandIn } from './a-relay-stand-in.ts'
import { eventually } from './eventually.ts'
import { aBuilding, aFloor, aReceiver } from './site-things.ts'

let relay: Awaited<ReturnType<typeof aRelayStandIn>>
let backend: TestBackend
let admin: Caller
let operator: Caller
let safety: { id: string; email: string; call: Caller }
beforeAll(async () => {
  relay = await aRelayStandIn()
  backend = await aBackend({ REALTIME_PUBLISH_URL: relay.url })
  admin = await backend.as('admin')
  operator = await backend.as('operator')
  safety = await anAccount('safety')
})
afterAll(async () => {
  await backend.stop()
  await relay.stop()
})

async function anAccount(role: 'safety' | 'operator' | 'viewer', buildingIds: string[] | null = null) {
  const { id, email } = await aUser(backend.db, { role })
  if (buildingIds !== null) await admin('PUT', `/api/users/${id}`, { buildingIds })
  return { id, email, call: backend.withToken(await tokenOf(backend.nobody, email)) }
}
let count = 0
async function anAlert(kind: AlertKind = 'battery_low', { floorId }: { floorId?: string } = {}): Promise<string> {
  const row = { kind, subject: `subject ${++count}`, text: `Number ${count}.`, floorId: floorId ?? null }
  return (await backend.db.insertInto('alerts').values(row).returning('id').executeTakeFirstOrThrow()).id
}
async function aPlace() {
  const { id: buildingId } = await aBuilding(admin)
  return { buildingId, floorId: (await aFloor(admin, { buildingId })).id }
}
const assign = (as: Caller, ids: string[], userId: string | null) => as('POST', '/api/alerts/assign', { ids, userId })
const listed = async (as: Caller, query = '') =>
  (await as('GET', `/api/alerts?pageSize=200${query}`)).body.data.items as { id: string }[]
const stateOf = async (id: string) => (await listed(admin)).find((one) => one.id === id)
const mailed = (address: string) =>
  backend.db.selectFrom('notificationOutbox').select(['subject', 'text']).where('address', '=', address).execute()

describe('POST /api/alerts/assign', () => {
  it('makes an alert somebody’s: everybody sees whose, it stays open, and it is in the audit log', async () => {
    const id = await anAlert()
    expect((await assign(operator, [id], safety.id)).body.data).toEqual({ updated: 1, failed: [] })
    expect(await stateOf(id)).toMatchObject({
      state: 'open',
      assignedTo: safety.id,
      assignedName: 'The safety',
      assignedBy: 'The operator',
    })
    expect((await listed(safety.call, '&assignedTo=me')).map((one) => one.id)).toContain(id)
    expect((await listed(operator, '&assignedTo=me')).map((one) => one.id)).not.toContain(id)
    expect((await listed(operator, '&assignedTo=nobody')).map((one) => one.id)).not.toContain(id)
    const { items } = (await admin('GET', `/api/audit/logs?action=alerts.assign&q=${id}`)).body.data
    expect(items).toMatchObject([{ entityId: id, after: { assignedName: 'The safety' } }])
  })

  it('tells the account: one message for all of them, and a note on its pages that does not say which', async () => {
    const ids = [await anAlert(), await anAlert()]
    const [before, published] = [(await mailed(safety.email)).length, relay.publications.length]
    await assign(operator, ids, safety.id)
    const [message, ...more] = (await mailed(safety.email)).slice(before)
    expect(more).toEqual([])
    expect(message?.subject).toMatch(/^Assigned to you by The operator: 2 alerts: Number \d+\.$/)
    expect(message?.text).toMatch(/Number \d+\.\nNumber \d+\.\n\nhttp.*\/alerts$/)
    const told = await eventually('the note', async () =>
      relay.publications.slice(published).find(({ data }) => data.type === 'alerts'),
    )
    expect(told.data).toMatchObject({ data: { raised: 0, assignedTo: [safety.id] } })
    expect(JSON.stringify(told.data)).not.toContain('Number')
  })

  it('tells nobody of what they took themselves, nor twice of what is theirs already', async () => {
    const id = await anAlert()
    const before = (await mailed(safety.email)).length
    expect((await assign(safety.call, [id], safety.id)).body.data.updated).toBe(1)
    const { data } = (await assign(operator, [id], safety.id)).body
    expect([data.updated, data.failed[0].id]).toEqual([0, id])
    expect(await mailed(safety.email)).toHaveLength(before)
  })

  it('sends no mail and shows no note where alerts are not sent so', async () => {
    await admin('PUT', '/api/mgmt/settings/alerts', { email: false, push: false })
    const [before, published] = [(await mailed(safety.email)).length, relay.publications.length]
    await assign(operator, [await anAlert()], safety.id)
    const told = await eventually('the notice', async () =>
      relay.publications.slice(published).find(({ data }) => data.type === 'alerts'),
    )
    expect(told.data).toMatchObject({ data: { assignedTo: [] } })
    expect(await mailed(safety.email)).toHaveLength(before)
    await admin('PUT', '/api/mgmt/settings/alerts', { email: true, push: true })
  })

  it('takes it away again, and so does the end of the account', async () => {
    const [id, other] = [await anAlert(), await anAlert()]
    await assign(operator, [id], safety.id)
    await assign(admin, [id], null)
    expect(await stateOf(id)).toMatchObject({ assignedTo: null, assignedName: null, assignedBy: null })
    const leaving = await anAccount('operator')
    await assign(operator, [other], leaving.id)
    await admin('DELETE', `/api/users/${leaving.id}`)
    expect(await stateOf(other)).toMatchObject({ assignedTo: null, assignedName: null })
  })

  it('assigns what is acknowledged, but nothing that is over', async () => {
    const [taken, over] = [await anAlert(), await anAlert()]
    await operator('POST', '/api/alerts/acknowledge', { ids: [taken] })
    await backend.db.updateTable('alerts').set({ clearedAt: new Date() }).where('id', '=', over).execute()
    const { data } = (await assign(operator, [taken, over], safety.id)).body
    expect([data.updated, data.failed.map((one: { id: string }) => one.id)]).toEqual([1, [over]])
  })

  it('gives nobody what they may not see', async () => {
    await admin('PUT', '/api/admin/roles/operator', {
      permissions: (await roleOf('operator')).filter((name) => name !== 'receivers.read'),
    })
    const [id, hidden] = [await anAlert(), await anAlert('receiver_offline')]
    const one = await anAccount('operator')
    const { data } = (await assign(admin, [id, hidden], one.id)).body
    expect([data.updated, data.failed.map((each: { id: string }) => each.id)]).toEqual([1, [hidden]])
    const names = (await admin('GET', `/api/alerts/${hidden}/assignees`)).body.data.map(
      (each: { id: string }) => each.id,
    )
    expect([names.includes(one.id), names.includes(safety.id)]).toEqual([false, true])
    expect((await assign(one.call, [hidden], safety.id)).body.data.updated).toBe(0)
    expect((await one.call('GET', `/api/alerts/${hidden}/assignees`)).status).toBe(404)
  })

  it('refuses an account that is not there, and names the field', async () => {
    const inactive = await anAccount('operator')
    await admin('PUT', `/api/users/${inactive.id}`, { active: false })
    for (const userId of [crypto.randomUUID(), inactive.id]) {
      const { status, body } = await assign(operator, [await anAlert()], userId)
      expect([status, body.error.issues?.[0]?.path]).toEqual([400, 'userId'])
    }
  })

  it('is for those who take care of alerts, and to them', async () => {
    const viewer = await anAccount('viewer')
    const id = await anAlert()
    expect((await assign(viewer.call, [id], viewer.id)).status).toBe(403)
    expect((await assign(admin, [id], viewer.id)).body.data.updated).toBe(0)
  })
})

describe('an account that is limited to buildings', () => {
  it('assigns and is assigned what is in them, and nothing else', async () => {
    const [ours, other] = [await aPlace(), await aPlace()]
    const [here, there] = [await anAlert('capacity', ours), await anAlert('capacity', other)]
    const guard = await anAccount('safety', [ours.buildingId])
    const idsFor = async (id: string) =>
      (await admin('GET', `/api/alerts/${id}/assignees`)).body.data.map((one: { id: string }) => one.id) as string[]
    expect([(await idsFor(here)).includes(guard.id), (await idsFor(there)).includes(guard.id)]).toEqual([true, false])
    expect((await assign(admin, [here, there], guard.id)).body.data.updated).toBe(1)
    expect((await listed(guard.call, '&assignedTo=me')).map(({ id }) => id)).toEqual([here])
    // Handed on to somebody who sees everything, with a message; what is elsewhere does not exist.
    const before = (await mailed(safety.email)).length
    expect((await assign(guard.call, [here, there], safety.id)).body.data).toMatchObject({ updated: 1 })
    expect(await mailed(safety.email)).toHaveLength(before + 1)
    expect((await guard.call('GET', `/api/alerts/${there}/assignees`)).status).toBe(404)
    expect((await stateOf(there)) ?? {}).toMatchObject({ assignedTo: null })
  })

  it('is not sent messages about alerts of other buildings', async () => {
    const [ours, other] = [await aPlace(), await aPlace()]
    const guard = await anAccount('safety', [ours.buildingId])
    const receivers = [await aReceiver(admin, ours), await aReceiver(admin, other)]
    const fiveMinutesAgo = new Date(Date.now() - 300_000)
    await backend.db.updateTable('receivers').set({ lastSeenAt: fiveMinutesAgo }).execute()
    await admin('POST', '/api/gateways/sync-status')
    const listening = { lookedAt: new Date(), listeningSince: fiveMinutesAgo, toldAt: null }
    await backend.db.updateTable('alertWatch').set(listening).execute()
    await backend.backend.checkAlerts()
    const [seesAll] = (await mailed(safety.email)).slice(-1)
    const [seesOurs, ...more] = await mailed(guard.email)
    expect(receivers.map(({ name }) => [seesAll, seesOurs].map((mail) => mail?.text.includes(`${name} is`)))).toEqual([
      [true, true],
      [true, false],
    ])
    expect(more).toEqual([])
  })
})

const roleOf = async (role: string) =>
  (await admin('GET', '/api/admin/roles')).body.data.find((one: { role: string }) => one.role === role)
    .permissions as string[]
