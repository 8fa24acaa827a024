// What is created, changed or deleted through the API is so in every list, search, count, export and snapshot that concerns it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aBackend, testSecrets, type Caller, type TestBackend } from './a-backend.ts'
import { eventually } from './eventually.ts'
import { aBadge, aBuilding, aFloor, aMac, anAsset, aPerson, aReceiver, aZone, aZoneType } from './site-things.ts'

let backend: TestBackend
let admin: Caller
/** Of things that need a place; theirs is not the one that a row creates. */
const home = { buildingId: '', floorId: '', departmentId: '', zoneTypeId: '' }

beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  const floor = await aFloor(admin)
  const department = await admin('POST', '/api/mgmt/departments', { name: 'Home department' })
  const { id: zoneTypeId } = await aZoneType(admin)
  const { id: departmentId } = department.body.data
  Object.assign(home, { buildingId: floor.buildingId, floorId: floor.id, departmentId, zoneTypeId })
})
afterAll(() => backend.stop())

// oxlint-disable-next-line typescript/no-explicit-any
const read = async (path: string): Promise<any> => (await admin('GET', path)).body.data

let seq = 0
/** As positioning would: the badge is seen now. */
async function place(transmitterId: string): Promise<void> {
  const spot = { floorId: home.floorId, x: 50, y: 25, xM: 30, yM: 10, method: 'grid' as const, accuracyM: 2 }
  const how = { confidence: 0.9, receiverCount: 4, seq: ++seq, at: new Date() }
  await backend.db
    .insertInto('positionsCurrent')
    .values({ ...spot, ...how, transmitterId, buildingId: home.buildingId })
    .execute()
}

type Made = { id: string; [field: string]: unknown }
type Count = [path: string, pick: (data: ReturnType<typeof JSON.parse>) => number]
type Row = {
  readonly make: (name: string) => Promise<Made>
  /** Where one is changed and deleted; `{id}` stands for it. */
  readonly path: string
  /** Field that holds the name. */
  readonly field?: string
  /** Pages that show it by name; `{word}` is the name. */
  readonly shown: readonly string[]
  /** Numbers that are one higher while it exists. */
  readonly counts: readonly Count[]
}

const total = (path: string): Count => [path, (data) => data.total]
const summary = (field: string): Count => ['/api/dashboard/summary', (data) => data[field]]
const site = (field: string): Count => ['/api/context', (data) => data.counts[field]]
const atHome = (all: Record<string, unknown>[], field: string): number =>
  all.filter((one) => one['buildingId'] === home.buildingId).reduce((sum, one) => sum + Number(one[field]), 0)

const rows: Readonly<Record<string, Row>> = {
  buildings: {
    make: (name) => aBuilding(admin, { name, latitude: 39, longitude: -95 }),
    path: '/api/buildings/{id}',
    shown: [
      '/api/buildings?pageSize=200',
      '/api/buildings?q={word}',
      '/api/buildings/{id}',
      '/api/buildings/gateway-health',
      '/api/dashboard',
      '/api/dashboard/buildings',
      '/api/context',
      '/api/weather/conditions',
      '/api/weather/forecast',
    ],
    counts: [total('/api/buildings'), ['/api/dashboard/buildings', (data) => data.length]],
  },
  floors: {
    make: (name) => aFloor(admin, { name, buildingId: home.buildingId, level: 7 }),
    path: '/api/floors/{id}',
    shown: [
      '/api/buildings/{buildingId}',
      '/api/dashboard',
      '/api/dashboard/floors',
      '/api/dashboard/floors/{id}',
      '/api/context',
      '/api/context/floor/{id}',
    ],
    counts: [
      ['/api/dashboard/floors', (data) => data.length],
      ['/api/dashboard/buildings', (data) => atHome(data, 'floors')],
    ],
  },
  zones: {
    make: (name) => aZone(admin, { name, floorId: home.floorId, zoneTypeId: home.zoneTypeId, isMusterPoint: true }),
    path: '/api/zones/{id}',
    shown: [
      '/api/zones?pageSize=200',
      '/api/zones?q={word}',
      '/api/zones?isMusterPoint=true',
      '/api/zones/emergency',
      '/api/dashboard/summary',
      '/api/dashboard/floors/{floorId}',
      '/api/context/floor/{floorId}',
    ],
    counts: [
      total('/api/zones'),
      [
        '/api/mgmt/zone-types?pageSize=200',
        (data) => data.items.reduce((sum: number, { zoneCount }: { zoneCount: number }) => sum + zoneCount, 0),
      ],
    ],
  },
  'zone types': {
    make: (name) => aZoneType(admin, { name }),
    path: '/api/mgmt/zone-types/{id}',
    shown: ['/api/mgmt/zone-types?pageSize=200', '/api/mgmt/zone-types?q={word}', '/api/mgmt/zone-types/{id}'],
    counts: [total('/api/mgmt/zone-types')],
  },
  departments: {
    async make(name) {
      const department = (await admin('POST', '/api/mgmt/departments', { name })).body.data
      await aPerson(admin, { departmentId: department.id })
      return department
    },
    path: '/api/mgmt/departments/{id}',
    shown: [
      '/api/mgmt/departments?pageSize=200',
      '/api/mgmt/departments?q={word}',
      '/api/dashboard',
      '/api/dashboard/departments',
      '/api/dashboard/personnel?pageSize=200',
      '/api/personnel?q={word}',
      '/api/personnel/export/csv',
    ],
    counts: [total('/api/mgmt/departments')],
  },
  receivers: {
    make: (name) => aReceiver(admin, { name, floorId: home.floorId, x: 10, y: 10 }),
    path: '/api/receivers/{id}',
    shown: [
      '/api/receivers?pageSize=200',
      '/api/receivers?q={word}',
      '/api/receivers?status=offline',
      '/api/buildings/gateway-health',
      '/api/context/floor/{floorId}',
      '/api/diagnostics/signal-monitor',
    ],
    counts: [
      total('/api/receivers'),
      summary('receiversTotal'),
      site('receiversTotal'),
      ['/api/dashboard/floors', (data) => atHome(data, 'receiversTotal')],
      ['/api/buildings/gateway-health', (data) => atHome(data, 'offline')],
    ],
  },
  people: {
    async make(name) {
      const person = await aPerson(admin, { fullName: name, departmentId: home.departmentId })
      const badge = await aBadge(admin, { entityId: person.id })
      await place(String(badge['transmitterId']))
      return person
    },
    path: '/api/personnel/{id}',
    field: 'fullName',
    shown: [
      '/api/personnel?pageSize=200',
      '/api/personnel?q={word}',
      '/api/personnel?departmentId={departmentId}',
      '/api/personnel/export/csv',
      '/api/dashboard/personnel?presence=on_site',
      '/api/transmitters?pageSize=200',
      '/api/transmitters?q={word}',
      '/api/mgmt/beacons?q={word}',
      '/api/context/floor/{floorId}',
    ],
    counts: [
      total('/api/personnel'),
      summary('peopleTotal'),
      summary('peopleOnSite'),
      ['/api/dashboard/summary', (data) => data.peopleByType.employee],
      ['/api/dashboard/floors', (data) => atHome(data, 'people')],
      ['/api/context/floor/{floorId}', (data) => data.people],
      ['/api/mgmt/departments/{departmentId}', (data) => data.memberCount],
      [
        '/api/dashboard/departments',
        (data) => data.find((one: { name: string }) => one.name === 'Home department')?.present ?? 0,
      ],
      site('people'),
    ],
  },
  assets: {
    async make(name) {
      const { transmitterId } = await aBadge(admin, { entityType: 'asset' })
      await place(String(transmitterId))
      return anAsset(admin, { name, transmitterId })
    },
    path: '/api/assets/{id}',
    shown: [
      '/api/assets?pageSize=200',
      '/api/assets?q={word}',
      '/api/transmitters?entityType=asset',
      '/api/transmitters?q={word}',
      '/api/context/floor/{floorId}',
    ],
    counts: [
      total('/api/assets'),
      summary('assetsTotal'),
      summary('assetsSeen'),
      site('assets'),
      ['/api/dashboard/floors', (data) => atHome(data, 'assets')],
    ],
  },
  transmitters: {
    async make(name) {
      const badge = await aBadge(admin, { name, entityType: 'standalone' })
      await place(String(badge['transmitterId']))
      await backend.db
        .updateTable('transmitters')
        .set({ batteryPct: 10, batteryAt: new Date() })
        .where('id', '=', badge.id)
        .execute()
      return badge
    },
    path: '/api/transmitters/{id}',
    shown: [
      '/api/transmitters?pageSize=200',
      '/api/transmitters?q={word}',
      '/api/transmitters/unassigned',
      '/api/mgmt/beacons?pageSize=200',
      '/api/battery/alerts',
      '/api/battery/alerts?q={word}',
      '/api/battery/device/{transmitterId}',
      '/api/context/floor/{floorId}',
    ],
    counts: [
      total('/api/transmitters'),
      total('/api/mgmt/beacons'),
      total('/api/battery/alerts?level=critical'),
      ['/api/battery/stats', (data) => data.critical],
      summary('badgesTotal'),
      summary('activeBadges'),
      summary('criticalBattery'),
    ],
  },
  contacts: {
    make: async (name) =>
      (await admin('POST', '/api/emergency/contacts', { name, email: 'a@example.org', channels: ['email'] })).body.data,
    path: '/api/emergency/contacts/{id}',
    shown: ['/api/emergency/contacts?pageSize=200', '/api/emergency/contacts?q={word}'],
    counts: [total('/api/emergency/contacts')],
  },
  users: {
    make: async (displayName) =>
      (await admin('POST', '/api/users', { displayName, email: 'new@example.org', role: 'viewer' })).body.data,
    path: '/api/users/{id}',
    field: 'displayName',
    shown: ['/api/users?pageSize=200', '/api/users?q={word}', '/api/users?role=viewer'],
    counts: [
      total('/api/users'),
      ['/api/users/roles', (data) => data.find((one: { role: string }) => one.role === 'viewer').userCount],
    ],
  },
}

const filled = (path: string, values: Readonly<Record<string, unknown>>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(values[key]))

async function pagesWith(row: Pick<Row, 'shown'>, thing: object, word: string): Promise<string[]> {
  const found: string[] = []
  for (const path of row.shown) {
    const { text } = await admin('GET', filled(path, { ...home, ...thing, word }))
    if (text.includes(word)) found.push(path)
  }
  return found
}

async function numbers(row: Row): Promise<number[]> {
  const found: number[] = []
  for (const [path, pick] of row.counts) found.push(pick(await read(filled(path, home))))
  return found
}

describe.each(Object.entries(rows))('%s', (domain, row) => {
  it('are created, changed and deleted everywhere at once', async () => {
    const [first, second] = [`Amber${domain.length}x`, `Birch${domain.length}x`]
    const before = await numbers(row)
    const thing = await row.make(first)
    expect(await pagesWith(row, thing, first)).toEqual(row.shown)
    const oneMore = before.map((number) => number + 1)
    expect(await numbers(row)).toEqual(oneMore)

    const changed = await admin('PUT', filled(row.path, thing), { [row.field ?? 'name']: second })
    expect(changed.status).toBe(200)
    expect(await pagesWith(row, thing, second)).toEqual(row.shown)
    expect(await pagesWith(row, thing, first)).toEqual([])
    expect(await numbers(row)).toEqual(oneMore)

    expect((await admin('DELETE', filled(row.path, thing))).status).toBe(204)
    expect(await pagesWith(row, thing, second)).toEqual([])
    expect(await numbers(row)).toEqual(before)
  })
})

describe('what is put aside', () => {
  it.each([
    ['buildings', { active: false }, ['/api/dashboard', '/api/context', '/api/weather/conditions']],
    ['people', { status: 'inactive' }, ['/api/dashboard/personnel?presence=on_site']],
    ['transmitters', { status: 'retired' }, ['/api/battery/alerts', '/api/transmitters/unassigned']],
  ] as const)('leaves the pages of what is in use: %s', async (domain, change, pages) => {
    const row = { ...(rows[domain] as Row), shown: pages }
    const word = `Cedar${domain}`
    const thing = await row.make(word)
    expect(await pagesWith(row, thing, word)).toEqual(pages)
    expect((await admin('PUT', filled(row.path, thing), change)).status).toBe(200)
    expect(await pagesWith(row, thing, word)).toEqual([])
  })
})

describe('an emergency', () => {
  it('is on every page that shows active ones, as it is now, until it is over', async () => {
    const pages = ['/api/emergency/active', '/api/dashboard', '/api/dashboard/summary', '/api/context']
    const row = { shown: pages }
    const sent = { scenario: 'fire', message: 'AmberSmoke', scope: { buildingIds: [home.buildingId] } }
    const event = (await admin('POST', '/api/emergency/trigger', sent)).body.data
    expect(await pagesWith(row, event, 'AmberSmoke')).toEqual(pages)
    expect(atHome(await read('/api/dashboard/buildings'), 'emergencyActive')).toBe(1)
    await admin('PUT', `/api/emergency/${event.id}`, { message: 'BirchSmoke' })
    expect(await pagesWith(row, event, 'BirchSmoke')).toEqual(pages)
    const point = await aZone(admin, { floorId: home.floorId, isMusterPoint: true })
    const { updatedAt } = await read(`/api/emergency/${event.id}`)
    const moved = await admin('PUT', `/api/emergency/${event.id}`, { musterPoints: [point.id] })
    expect(moved.body.data.musterPoints).toEqual([point.id])
    expect(moved.body.data.updatedAt > updatedAt).toBe(true)
    await admin('PUT', `/api/emergency/${event.id}`, {
      state: 'resolved',
      resolution: 'all_clear',
      confirmMissing: true,
    })
    expect(await pagesWith(row, event, 'BirchSmoke')).toEqual([])
    expect(atHome(await read('/api/dashboard/buildings'), 'emergencyActive')).toBe(0)
    const kept = ['/api/emergency', '/api/emergency?q={word}', '/api/emergency/{id}/report/csv']
    expect(await pagesWith({ shown: kept }, event, 'BirchSmoke')).toEqual(kept)
  })
})

describe('the history of an asset', () => {
  it('tells of its tag, whichever way it was fixed, moved or thrown away', async () => {
    const [from, to] = [await anAsset(admin), await anAsset(admin)]
    const { id, transmitterId } = await aBadge(admin, { entityType: 'asset', entityId: from.id })
    const assign = { transmitterId, entityType: 'asset', entityId: to.id, force: true }
    expect((await admin('POST', '/api/transmitters/assign', assign)).status).toBe(200)
    expect((await admin('DELETE', `/api/transmitters/${id}`)).status).toBe(204)
    const told = async (asset: Made) =>
      (await read(`/api/assets/${asset.id}/history?type=edited&sort=at`)).items.map(
        (one: { from: string; to: string }) => [one.from, one.to],
      )
    const [none, tag] = ['transmitterId: none', `transmitterId: ${transmitterId}`]
    const both = [
      [none, tag],
      [tag, none],
    ]
    expect(await told(from)).toEqual(both)
    expect(await told(to)).toEqual(both)
  })
})

describe('the weather of a building', () => {
  it('is that of its place: nothing is known of the place it was moved to', async () => {
    const building = await aBuilding(admin, { latitude: 39, longitude: -95 })
    const answer = JSON.stringify([])
    const values = { buildingId: building.id, kind: 'forecast', answer, fetchedAt: new Date() } as const
    await backend.db.insertInto('weatherAnswers').values(values).execute()
    const fetchedAt = async () => (await read(`/api/weather/forecast?buildingId=${building.id}`))[0].fetchedAt
    await admin('PUT', `/api/buildings/${building.id}`, { name: 'Renamed, not moved', latitude: 39 })
    expect(await fetchedAt()).toBe(values.fetchedAt.toISOString())
    await admin('PUT', `/api/buildings/${building.id}`, { latitude: 45 })
    expect(await fetchedAt()).toBe(null)
  })
})

describe('a receiver that is heard but not registered', () => {
  it('is discovered with the badges it hears, until it is registered', async () => {
    const receiverId = aMac()
    const badges = [await aBadge(admin), await aBadge(admin)].map((badge) => String(badge['transmitterId']))
    const headers = { authorization: `Bearer ${testSecrets.INGEST_KEY}` }
    await eventually('the receiver and its two badges', async () => {
      const heard = [...badges, aMac()].map((transmitterId) => ({
        transmitterId,
        transmitterIdType: 3,
        rssiSignature: [{ receiverId, rssi: -60 }],
        timestamp: Date.now(),
      }))
      await backend.nobody('POST', '/ingest/raddec', heard, { headers })
      const all: { receiverId: string; transmittersHeard: number }[] = await read('/api/receivers/discover')
      return all.some((one) => one.receiverId === receiverId && one.transmittersHeard === badges.length)
    })
    await aReceiver(admin, { receiverId })
    expect(JSON.stringify(await read('/api/receivers/discover'))).not.toContain(receiverId)
  })
})
