// Context and dashboard show what the tables hold.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aBadge, aFloor, anAsset, aPerson, aReceiver, aZone } from './site-things.ts'

let backend: TestBackend
let admin: Caller
const ids = { building: '', floor: '', zone: '', person: '', badge: '' }

async function place(
  transmitterId: unknown,
  fields: { zoneId?: string | null; secondsAgo?: number; seq?: number } = {},
): Promise<void> {
  const { zoneId = null, secondsAgo = 1, seq = 1 } = fields
  const at = new Date(Date.now() - secondsAgo * 1000)
  const spot = {
    floorId: ids.floor,
    zoneId,
    x: 50,
    y: 25,
    xM: 30,
    yM: 10,
    method: 'grid' as const,
    accuracyM: 2,
    at,
    transmitterId: String(transmitterId),
  }
  await backend.db
    .insertInto('positionsCurrent')
    .values({ ...spot, buildingId: ids.building, confidence: 0.9, receiverCount: 4, seq })
    .execute()
  await backend.db.insertInto('positionHistory').values(spot).execute()
}

beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  const floor = await aFloor(admin, { name: 'Ground', level: 0 })
  const zone = await aZone(admin, { floorId: floor.id, name: 'Hall', capacity: 10 })
  await aReceiver(admin, { floorId: floor.id, x: 10, y: 10 })
  const person = await aPerson(admin, { fullName: 'Ada Present' })
  const badge = await aBadge(admin, { entityId: person.id })
  const phone = await aBadge(admin, { entityId: person.id, type: 'phone' })
  const gone = await aPerson(admin, { fullName: 'Bob Gone' })
  const lost = await aBadge(admin, { entityId: gone.id })
  await aPerson(admin, { fullName: 'Cy Badgeless' })
  const tag = await aBadge(admin, { entityType: 'asset' })
  await anAsset(admin, { name: 'Scanner', transmitterId: tag['transmitterId'] })
  Object.assign(ids, {
    building: floor.buildingId,
    floor: floor.id,
    zone: zone.id,
    person: person.id,
    badge: badge['transmitterId'],
  })
  await place(badge['transmitterId'], { zoneId: zone.id, seq: 41 })
  await place(phone['transmitterId'], { secondsAgo: 60, seq: 40 })
  await place(lost['transmitterId'], { secondsAgo: 400, seq: 7 })
  await place(tag['transmitterId'], { seq: 42 })
})
afterAll(() => backend.stop())

describe('GET /api/context', () => {
  // holds rules 8-32
  it('gives buildings, floors and counts, each person once', async () => {
    const { body } = await admin('GET', '/api/context')
    expect(body.data.buildings).toHaveLength(1)
    expect(body.data.buildings[0].floors[0]).toMatchObject({ id: ids.floor, people: 1, hasPlan: false })
    expect(body.data.counts).toEqual({ people: 1, assets: 1, receiversOnline: 0, receiversTotal: 1 })
    expect(body.data.seq).toBe(42)
    expect(Math.abs(body.data.asOf - Date.now())).toBeLessThan(5000)
  })
})

describe('GET /api/context/floor/{floorId}', () => {
  // holds rules 8-32
  it('gives everything on the floor', async () => {
    const { body } = await admin('GET', `/api/context/floor/${ids.floor}`)
    const { positions, zones, receivers, assets, people, peopleByZone } = body.data
    expect([positions.length, zones.length, receivers.length, assets.length, people]).toEqual([4, 1, 1, 1, 1])
    expect(peopleByZone).toEqual([{ zoneId: ids.zone, people: 1 }])
    const entry = positions.find((one: { transmitterId: string }) => one.transmitterId === ids.badge)
    expect(entry).toMatchObject({
      position: { x: 50, y: 25, xM: 30, yM: 10 },
      positionMethod: 'grid',
      name: 'Ada Present',
      entityType: 'employee',
      entityId: ids.person,
      zoneId: ids.zone,
      seq: 41,
    })
    expect(assets[0].lastSeen).toMatchObject({ floorName: 'Ground' })
  })

  it('gives a viewer the plan and the counts, but nobody’s place', async () => {
    const viewer = await backend.as('viewer')
    const { body } = await viewer('GET', `/api/context/floor/${ids.floor}`)
    expect(body.data).toMatchObject({ positions: [], ambientDevices: [], people: 1 })
    expect(body.data.zones).toHaveLength(1)
    expect(body.data.assets[0]).not.toHaveProperty('lastSeen')
  })
})

describe('/api/dashboard', () => {
  it('counts who is on site', async () => {
    const { body } = await admin('GET', '/api/dashboard')
    const { summary, buildings, floors, departments, occupancy } = body.data
    expect(summary).toMatchObject({
      peopleOnSite: 1,
      peopleByType: { employee: 1, visitor: 0, contractor: 0 },
      peopleTotal: 3,
      activeBadges: 2,
      badgesTotal: 4,
      assetsSeen: 1,
      assetsTotal: 1,
      receiversTotal: 1,
    })
    expect(summary.zones[0]).toMatchObject({ zoneId: ids.zone, people: 1, capacity: 10 })
    expect(buildings[0]).toMatchObject({ people: 1, floors: 1, emergencyActive: false })
    expect(floors[0]).toMatchObject({ people: 1, assets: 1 })
    const known = departments.filter(({ total }: { total: number }) => total > 0)
    expect(known).toEqual([{ departmentId: null, name: 'No department', present: 1, total: 3 }])
    expect(occupancy.at(-1).people).toBeGreaterThanOrEqual(1)
  })

  it('lists a department in which nobody works yet', async () => {
    const name = 'Newly founded'
    const { body } = await admin('POST', '/api/mgmt/departments', { name })
    for (const [path, listOf] of [
      ['/api/dashboard/departments', (data: unknown) => data],
      ['/api/dashboard', (data: { departments: unknown }) => data.departments],
    ] as const) {
      const listed = listOf((await admin('GET', path)).body.data)
      expect(listed).toContainEqual({ departmentId: body.data.id, name, total: 0, present: 0 })
    }
  })

  it('tells present, absent and badgeless people apart', async () => {
    const listed = async (query: string) =>
      (await admin('GET', `/api/dashboard/personnel?${query}`)).body.data.items.map(
        (one: { fullName: string }) => one.fullName,
      )
    expect(await listed('presence=on_site')).toEqual(['Ada Present'])
    expect(await listed('presence=off_site')).toEqual(['Bob Gone'])
    expect(await listed('presence=unknown')).toEqual(['Cy Badgeless'])
    expect(await listed(`buildingId=${ids.building}`)).toEqual(['Ada Present'])
    const shown = (await admin('GET', '/api/dashboard/personnel')).body.data.items
    expect(
      Object.fromEntries(shown.map((one: { fullName: string; presence: string }) => [one.fullName, one.presence])),
    ).toEqual({
      'Ada Present': 'on_site',
      'Bob Gone': 'off_site',
      'Cy Badgeless': 'unknown',
    })
    const page = (await admin('GET', '/api/dashboard/personnel?presence=on_site&entityType=visitor')).body.data
    expect([page.total, page.items]).toEqual([0, []])
  })
})

describe('GET /api/positions/history', () => {
  it('answers where a person was, and says when there is more', async () => {
    const range = `from=${new Date(Date.now() - 3_600_000).toISOString()}&to=${new Date(Date.now() + 60_000).toISOString()}`
    const { body } = await admin('GET', `/api/positions/history?${range}&entityId=${ids.person}`)
    expect(body.data.points).toHaveLength(2)
    expect(body.data.truncated).toBe(false)
    const cut = await admin('GET', `/api/positions/history?${range}&floorId=${ids.floor}&limit=1`)
    expect([cut.body.data.points.length, cut.body.data.truncated]).toEqual([1, true])
  })

  it('follows the badge to its next carrier only from the moment it changed hands', async () => {
    const [first, second] = [await aPerson(admin, { fullName: 'First' }), await aPerson(admin, { fullName: 'Second' })]
    const badge = await aBadge(admin, { entityId: first.id })
    const transmitterId = String(badge['transmitterId'])
    await place(transmitterId, { secondsAgo: 30, seq: 90 })
    expect((await admin('PUT', `/api/transmitters/${badge['id']}`, { entityId: second.id })).status).toBe(200)
    const later = { floorId: ids.floor, x: 1, y: 1, xM: 1, yM: 1, method: 'grid' as const, accuracyM: 2 }
    const at = new Date(Date.now() + 5_000)
    await backend.db
      .insertInto('positionHistory')
      .values({ ...later, transmitterId, at })
      .execute()
    const range = `from=${new Date(Date.now() - 3_600_000).toISOString()}&to=${new Date(Date.now() + 60_000).toISOString()}`
    const history = async (query: string) =>
      (await admin('GET', `/api/positions/history?${range}&${query}`)).body.data as {
        points: { timestamp: number }[]
        carriers: { name: string; from: number | null; until: number | null }[]
      }
    const mine = await history(`entityId=${first.id}`)
    const theirs = await history(`entityId=${second.id}`)
    expect(mine.points).toHaveLength(1)
    expect(theirs.points.map(({ timestamp }) => timestamp)).toEqual([at.getTime()])
    const { carriers } = await history(`transmitterId=${transmitterId}`)
    expect(carriers.map(({ name }) => name)).toEqual(['First', 'Second'])
    expect(carriers[0]?.from).toBeNull()
    expect(carriers[0]?.until).toBe(carriers[1]?.from)
    expect(carriers[1]?.until).toBeNull()
    await admin('DELETE', `/api/personnel/${first.id}`)
    expect((await history(`transmitterId=${transmitterId}`)).carriers.map(({ name }) => name)).toEqual(['Second'])
  })

  it('names who carried what, and thins out to the last point of each stretch', async () => {
    const range = `from=${new Date(Date.now() - 3_600_000).toISOString()}&to=${new Date(Date.now() + 60_000).toISOString()}`
    const { body: all } = await admin('GET', `/api/positions/history?${range}&transmitterId=${ids.badge}`)
    expect(all.data.carriers).toMatchObject([{ transmitterId: ids.badge, entityId: ids.person, name: 'Ada Present' }])
    const last = all.data.points.at(-1)
    // Within the same hour by the clock, whenever the test runs.
    const hour = new Date(Math.floor(last.timestamp / 3_600_000) * 3_600_000)
    const older = { floorId: ids.floor, x: 1, y: 1, xM: 1, yM: 1, method: 'grid' as const, accuracyM: 2, at: hour }
    await backend.db
      .insertInto('positionHistory')
      .values({ ...older, transmitterId: ids.badge })
      .execute()
    const thin = await admin('GET', `/api/positions/history?${range}&transmitterId=${ids.badge}&everySeconds=3600`)
    expect(thin.body.data.points).toEqual([last])
    expect(thin.body.data.truncated).toBe(false)
  })
})

describe('what the database cannot hold', () => {
  it('is refused as a mistake of the caller', async () => {
    const years = 'from=0000-01-01T00:00:00Z&to=9999-12-31T23:59:59Z'
    const history = await admin('GET', `/api/positions/history?${years}`)
    expect([history.status, history.body.error.code]).toEqual([400, 'validation_failed'])
    const half = await admin('POST', '/api/buildings', { name: 'Half a \ud83d letter' })
    expect([half.status, half.body.error.issues?.[0]?.path]).toEqual([400, 'name'])
    expect((await admin('POST', '/api/buildings', { name: 'A whole 🙂 one' })).status).toBe(201)
  })
})

describe('GET /api/positions/presence', () => {
  it('counts transmitters in each part of the span, each once', async () => {
    const { body: history } = await admin(
      'GET',
      `/api/positions/history?from=${new Date(0).toISOString()}&to=${new Date(Date.now() + 60_000).toISOString()}&floorId=${ids.floor}`,
    )
    const points: { transmitterId: string; timestamp: number }[] = history.data.points
    const from = Math.min(...points.map(({ timestamp }) => timestamp))
    const to = Math.max(...points.map(({ timestamp }) => timestamp)) + 1
    const span = `floorId=${ids.floor}&from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`
    const { body: whole } = await admin('GET', `/api/positions/presence?${span}&parts=1`)
    expect(whole.data.transmitters).toEqual([new Set(points.map(({ transmitterId }) => transmitterId)).size])
    const { body: parts } = await admin('GET', `/api/positions/presence?${span}&parts=4`)
    expect(parts.data.transmitters).toHaveLength(4)
    expect(parts.data.transmitters[0]).toBeGreaterThan(0)
  })

  it('refuses a span that ends before it begins', async () => {
    const now = new Date().toISOString()
    const { status, body } = await admin('GET', `/api/positions/presence?floorId=${ids.floor}&from=${now}&to=${now}`)
    expect([status, body.error.issues?.[0]?.path]).toEqual([400, 'to'])
  })
})
