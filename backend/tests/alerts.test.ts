// Alerts: raised from what the site's tables say, one at a time per subject, cleared by themselves, acknowledged by people.
// What the messages say is in alert-messages.test.ts.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Alert } from '@rollcall/contracts/domains/alerts'
import { told } from '@rollcall/contracts/sentences'
import { createAlertWatch } from '../src/domains/alerts/alert-watch.ts'
import { aBackend, aUser, tokenOf, type Caller, type TestBackend } from './a-backend.ts'
import { aRelayStandIn } from './a-relay-stand-in.ts'
import { eventually } from './eventually.ts'
import { aBadge, aBuilding, aFloor, aPerson, aReceiver, aZone, anAsset } from './site-things.ts'

let backend: TestBackend
let relay: Awaited<ReturnType<typeof aRelayStandIn>>
let admin: Caller
let operator: Caller
let viewer: Caller
beforeAll(async () => {
  relay = await aRelayStandIn()
  backend = await aBackend({ REALTIME_PUBLISH_URL: relay.url })
  admin = await backend.as('admin')
  operator = await backend.as('operator')
  viewer = await backend.as('viewer')
})
afterAll(async () => {
  await backend.stop()
  await relay.stop()
})
beforeEach(async () => {
  await admin('PUT', '/api/mgmt/settings/alerts', {
    cooldownMinutes: 5,
    restrictedZoneStaff: false,
    gatewayOffline: true,
  })
  await listeningFor(24 * 60)
})

const look = () => backend.backend.checkAlerts()
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const listeningFor = (minutes: number) =>
  backend.db
    .updateTable('alertWatch')
    .set({ lookedAt: new Date(), listeningSince: minutesAgo(minutes) })
    .execute()
const alerts = async (query: string, as = admin): Promise<Alert[]> =>
  (await as('GET', `/api/alerts?pageSize=200&${query}`)).body.data.items
const about = async (name: string, as = admin) => alerts(`q=${encodeURIComponent(name)}`, as)
const kindsAndStates = async (name: string) => (await about(name)).map(({ kind, state }) => `${kind} ${state}`)

/** A receiver last heard so long ago, judged by the same rule as in production. */
async function heard(id: string, minutes: number): Promise<void> {
  await backend.db
    .updateTable('receivers')
    .set({ lastSeenAt: minutesAgo(minutes) })
    .where('id', '=', id)
    .execute()
  await admin('POST', '/api/gateways/sync-status')
}
async function aSilentReceiver(fields: object = {}) {
  const receiver = await aReceiver(admin, fields)
  await heard(receiver.id, 5)
  return { id: receiver.id, name: String(receiver['name']) }
}

async function carried(fields: object = {}) {
  const person = await aPerson(admin, fields)
  const badge = await aBadge(admin, { entityType: person['entityType'], entityId: person.id })
  return { id: person.id, name: String(person['fullName']), transmitterId: String(badge['transmitterId']) }
}
const battery = (transmitterId: string, batteryPct: number) =>
  backend.db.updateTable('transmitters').set({ batteryPct }).where('transmitterId', '=', transmitterId).execute()

let seq = 0
/** Seen there so long ago, as positioning stores it. */
async function seen(
  transmitterId: string,
  at: { floorId: string; buildingId: string; zoneId: string },
  minutes: number,
) {
  const row = {
    ...at,
    x: 1,
    y: 1,
    xM: 1,
    yM: 1,
    method: 'nearest' as const,
    accuracyM: 3,
    confidence: 0.5,
    receiverCount: 1,
  }
  const now = { ...row, seq: ++seq, at: minutesAgo(minutes) }
  await backend.db
    .insertInto('positionsCurrent')
    .values({ ...now, transmitterId })
    .onConflict((conflict) => conflict.column('transmitterId').doUpdateSet(now))
    .execute()
  const lastSeenAt = minutesAgo(minutes)
  await backend.db.updateTable('transmitters').set({ lastSeenAt }).where('transmitterId', '=', transmitterId).execute()
}
async function aRoom(fields: object = {}, where?: { floorId: string; buildingId: string }) {
  const { floorId, buildingId } = where ?? (await aPlan())
  const zone = await aZone(admin, { floorId, ...fields })
  return { floorId, buildingId, zoneId: zone.id, zoneName: String(zone['name']) }
}
async function aPlan() {
  const { id, buildingId } = await aFloor(admin)
  return { floorId: id, buildingId }
}
const placeOf = ({ floorId, buildingId, zoneId }: Awaited<ReturnType<typeof aRoom>>) => ({
  floorId,
  buildingId,
  zoneId,
})

describe('a silent receiver', () => {
  it('is one alert however often one looks, and cleared when it is heard again', async () => {
    const { id, name } = await aSilentReceiver()
    for (let i = 0; i < 3; i++) await look()
    const [alert, ...others] = await about(name)
    expect(others).toEqual([])
    expect(alert).toMatchObject({ kind: 'receiver_offline', state: 'open', receiverId: id, name, clearedAt: null })
    expect(alert?.text).toBe(`Receiver ${name} is no longer heard.`)
    await heard(id, 0)
    await look()
    expect((await about(name))[0]).toMatchObject({ id: alert?.id, state: 'cleared', clearedAt: expect.any(String) })
  })

  it('is the same alert again within the cooldown, and a new one after it', async () => {
    const { id, name } = await aSilentReceiver()
    await look()
    const again = async () => {
      await heard(id, 0)
      await look()
      await heard(id, 5)
    }
    await again()
    await look()
    expect(await kindsAndStates(name)).toEqual(['receiver_offline open'])
    await again()
    await backend.db
      .updateTable('alerts')
      .set({ clearedAt: minutesAgo(6) })
      .where('receiverId', '=', id)
      .execute()
    await look()
    expect(await kindsAndStates(name)).toEqual(['receiver_offline open', 'receiver_offline cleared'])
  })

  it('alarms nobody before it was ever heard, nor while the backend itself was away', async () => {
    const { name: never } = await aReceiver(admin)
    await admin('POST', '/api/gateways/sync-status')
    await look()
    expect(await about(String(never))).toEqual([])
    // As after an hour without any look.
    await backend.db
      .updateTable('alertWatch')
      .set({ lookedAt: minutesAgo(60) })
      .execute()
    const { name } = await aSilentReceiver()
    await look()
    expect(await about(name)).toEqual([])
    await listeningFor(2)
    await look()
    expect(await kindsAndStates(name)).toEqual(['receiver_offline open'])
  })

  it('is raised once by two who look at the same moment, and told to every page without details', async () => {
    const { name } = await aSilentReceiver()
    const before = relay.publications.length
    const publisher = {
      publish: () => undefined,
      deliver: async () => true,
      counters: { published: 0, failed: 0, dropped: 0 },
      stop: async () => undefined,
    }
    const second = createAlertWatch({
      db: backend.db,
      publisher,
      wakeOutbox: () => undefined,
      publicUrl: '',
      brokenLink: () => null,
    })
    await Promise.all([look(), second.checkAlerts(), look(), second.checkAlerts()])
    expect(await kindsAndStates(name)).toEqual(['receiver_offline open'])
    const { name: third } = await aSilentReceiver()
    await look()
    const [told] = await eventually('the message', async () => {
      const since = relay.publications.slice(before).filter(({ data }) => data.type === 'alerts')
      return since.length > 0 && since
    })
    expect(told?.channel).toBe('event:alerts')
    expect(JSON.stringify(told?.data)).not.toContain(third)
  })

  it('is no alert when its kind is turned off, and gone from the open ones at once', async () => {
    const { name } = await aSilentReceiver()
    await look()
    await admin('PUT', '/api/mgmt/settings/alerts', { gatewayOffline: false })
    await look()
    expect(await kindsAndStates(name)).toEqual(['receiver_offline cleared'])
    const { name: another } = await aSilentReceiver()
    await look()
    expect(await about(another)).toEqual([])
  })

  it('is cleared with the receiver it was about', async () => {
    const { id, name } = await aSilentReceiver()
    await look()
    await admin('DELETE', `/api/receivers/${id}`)
    await look()
    expect(await about(name)).toMatchObject([{ state: 'cleared', receiverId: null }])
  })
})

describe('a battery', () => {
  it('is low, then critical, and well again only when clearly above the threshold', async () => {
    const { name, transmitterId } = await carried()
    const steps: [number, string[]][] = [
      [41, []],
      [40, ['battery_low open']],
      [42, ['battery_low open']],
      [20, ['battery_critical open', 'battery_low cleared']],
      [22, ['battery_critical open', 'battery_low cleared']],
      [100, ['battery_critical cleared', 'battery_low cleared']],
    ]
    for (const [percent, expected] of steps) {
      await battery(transmitterId, percent)
      await look()
      expect([percent, (await kindsAndStates(name)).toSorted()]).toEqual([percent, expected])
    }
  })
})

describe('a silent badge', () => {
  it('of a thing in use is missed, wherever it was; of a lost one it is not', async () => {
    const asset = await anAsset(admin)
    const badge = await aBadge(admin, { entityType: 'asset', entityId: asset.id })
    const room = await aRoom()
    await seen(String(badge['transmitterId']), placeOf(room), 16)
    await look()
    const name = String(asset['name'])
    expect(await about(name)).toMatchObject([
      { kind: 'device_offline', state: 'open', zoneId: room.zoneId, entityId: asset.id },
    ])
    await admin('PUT', `/api/assets/${asset.id}`, { status: 'lost' })
    await look()
    expect(await kindsAndStates(name)).toEqual(['device_offline cleared'])
  })

  it('of a person is missed only inside: not at a way out, not where none is known, not below dead receivers', async () => {
    const lobby = await aRoom({ name: 'Main entrance' })
    const office = await aRoom({}, lobby)
    const receiver = await aReceiver(admin, { floorId: lobby.floorId, x: 2, y: 2 })
    await heard(receiver.id, 0)
    const [inside, left, elsewhere] = [await carried(), await carried(), await carried()]
    await seen(inside.transmitterId, placeOf(office), 16)
    await seen(left.transmitterId, placeOf(lobby), 16)
    await seen(elsewhere.transmitterId, placeOf(await aRoom()), 16)
    await look()
    expect((await about(inside.name))[0]).toMatchObject({
      kind: 'device_offline',
      text: `The badge of ${inside.name} fell silent in ${office.zoneName}.`,
    })
    expect([await about(left.name), await about(elsewhere.name)]).toEqual([[], []])
    await heard(receiver.id, 5)
    await look()
    expect(await kindsAndStates(inside.name)).toEqual(['device_offline cleared'])
  })
})

describe('zones', () => {
  it('that are restricted alarm about guests, about employees only when asked to, and no longer than they stay', async () => {
    const room = await aRoom({ isRestricted: true })
    const [guest, employee] = [await carried({ entityType: 'visitor' }), await carried()]
    await seen(guest.transmitterId, placeOf(room), 0)
    await seen(employee.transmitterId, placeOf(room), 0)
    await look()
    const text = `${guest.name} is in ${room.zoneName}, which is restricted.`
    expect(await about(guest.name)).toMatchObject([{ kind: 'restricted_zone', text, zoneId: room.zoneId }])
    expect(await about(employee.name)).toEqual([])
    await admin('PUT', '/api/mgmt/settings/alerts', { restrictedZoneStaff: true })
    await look()
    expect(await kindsAndStates(employee.name)).toEqual(['restricted_zone open'])
    await seen(guest.transmitterId, placeOf(await aRoom({}, room)), 0)
    await look()
    expect(await kindsAndStates(guest.name)).toEqual(['restricted_zone cleared'])
  })

  it('alarm also about a visit so short that nobody looked meanwhile', async () => {
    const room = await aRoom({ isRestricted: true })
    const { name, transmitterId } = await carried({ entityType: 'contractor' })
    const event = {
      type: 'restricted_zone' as const,
      transmitterId,
      floorId: room.floorId,
      zoneId: room.zoneId,
      text: '',
    }
    await backend.db.insertInto('activity').values(event).execute()
    await look()
    expect(await kindsAndStates(name)).toEqual(['restricted_zone open'])
  })

  it('that hold more people than they should alarm until there are fewer, and are in the activity log each time', async () => {
    const room = await aRoom({ capacity: 1 })
    const [one, two] = [await carried(), await carried()]
    const inLog = async () =>
      (
        await backend.db.selectFrom('activity').select(['type', 'text']).where('zoneId', '=', room.zoneId).execute()
      ).map(({ type, text }) => `${type}: ${text}`)
    const line = `${room.zoneName} holds 2 people, more than its 1.`
    await seen(one.transmitterId, placeOf(room), 0)
    await look()
    expect(await about(room.zoneName)).toEqual([])
    await seen(two.transmitterId, placeOf(room), 0)
    await look()
    await look()
    expect([(await about(room.zoneName))[0]?.text, await inLog()]).toEqual([line, [`capacity_exceeded: ${line}`]])
    await seen(two.transmitterId, placeOf(room), 2)
    await look()
    expect(await kindsAndStates(room.zoneName)).toEqual(['capacity cleared'])
    await seen(two.transmitterId, placeOf(room), 0)
    await look()
    expect(await inLog()).toHaveLength(2)
  })
})

describe('an emergency', () => {
  it('is an alert while it lasts; a drill is none', async () => {
    const begin = async (mode: string) => {
      const { id: buildingId } = await aBuilding(admin)
      const body = { scenario: 'gas_leak', mode, scope: { buildingIds: [buildingId] } }
      return (await admin('POST', '/api/emergency/trigger', body)).body.data.id
    }
    const [live] = [await begin('live'), await begin('drill')]
    await look()
    const [alert, ...others] = await alerts('kind=emergency')
    expect([alert?.emergencyId, alert?.state, others]).toEqual([live, 'open', []])
    await admin('PUT', `/api/emergency/${live}`, { state: 'resolved', resolution: 'all_clear', confirmMissing: true })
    await look()
    expect(await alerts('kind=emergency')).toMatchObject([{ state: 'cleared' }])
  })
})

describe('/api/alerts', () => {
  it('shows each caller only the kinds they may read about', async () => {
    const room = await aRoom({ isRestricted: true })
    const guest = await carried({ entityType: 'visitor' })
    await seen(guest.transmitterId, placeOf(room), 0)
    await battery(guest.transmitterId, 10)
    await look()
    expect((await about(guest.name, operator)).map(({ kind }) => kind).toSorted()).toEqual([
      'battery_critical',
      'restricted_zone',
    ])
    // A viewer sees batteries, but not where somebody is.
    expect((await about(guest.name, viewer)).map(({ kind }) => kind)).toEqual(['battery_critical'])
    expect(await alerts('kind=restricted_zone', viewer)).toEqual([])
  })

  it('is acknowledged once, by name, with one record; whoever comes second is told', async () => {
    const { name } = await aSilentReceiver()
    await look()
    const [alert] = await about(name)
    const body = { ids: [alert?.id] }
    const replies = await Promise.all(
      [operator, admin, operator].map((as) => as('POST', '/api/alerts/acknowledge', body)),
    )
    expect(replies.map(({ body: { data } }) => data.updated).toSorted()).toEqual([0, 0, 1])
    expect((await about(name))[0]).toMatchObject({
      state: 'acknowledged',
      acknowledgedBy: expect.stringContaining('The '),
    })
    const audit = (await admin('GET', `/api/audit/logs?action=alerts.acknowledge&q=${alert?.id}`)).body.data
    expect(audit.items.filter((one: { entityId: string }) => one.entityId === alert?.id)).toHaveLength(1)
    expect(await alerts('state=open')).not.toContainEqual(expect.objectContaining({ id: alert?.id }))
  })

  it('is not acknowledged by a viewer, nor by a keeper who may not see the kind', async () => {
    const { name } = await aSilentReceiver()
    await look()
    const [alert] = await about(name)
    const body = { ids: [alert?.id] }
    expect((await viewer('POST', '/api/alerts/acknowledge', body)).status).toBe(403)
    await admin('PUT', '/api/admin/roles/safety', { permissions: ['activity.read'] })
    const { email } = await aUser(backend.db, { role: 'safety' })
    const keeper = backend.withToken(await tokenOf(backend.nobody, email))
    expect((await keeper('POST', '/api/alerts/acknowledge', body)).body.data).toMatchObject({
      updated: 0,
      failed: [{ id: alert?.id }],
    })
    expect((await about(name))[0]?.state).toBe('open')
  })
})

it('whatever was raised here is there by code as well, for readers of other languages', async () => {
  const rows = await backend.db.selectFrom('alerts').select(['text', 'said']).where('text', '<>', '').execute()
  expect(new Set(rows.map(({ said }) => said?.code)).size).toBeGreaterThan(5)
  expect(rows.map(({ said }) => said && told(said).text)).toEqual(rows.map(({ text }) => text))
})
