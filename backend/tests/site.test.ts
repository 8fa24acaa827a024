// Buildings, floors with their plans, zones and receivers, through the HTTP door.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aBuilding, aFloor, aMac, aReceiver, aZone, aZoneType, square } from './site-things.ts'
import { anUpload, aPng } from './an-upload.ts'

let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
})
afterAll(() => backend.stop())

describe('/api/buildings', () => {
  it('creates, reads with floors, changes and deletes', async () => {
    const building = await aBuilding(admin, { name: 'Mill House', code: 'MH', latitude: 51.5, longitude: -0.1 })
    expect(building).toMatchObject({ name: 'Mill House', timezone: 'UTC', active: true })
    const high = await aFloor(admin, { buildingId: building.id, level: 1 })
    const low = await aFloor(admin, { buildingId: building.id, level: 0 })
    const read = await admin('GET', `/api/buildings/${building.id}`)
    expect(read.body.data.floors.map((floor: { id: string }) => floor.id)).toEqual([high.id, low.id])
    const changed = await admin('PUT', `/api/buildings/${building.id}`, { code: null, active: false })
    expect(changed.body.data).toMatchObject({ name: 'Mill House', code: null, active: false })
    const inUse = await admin('DELETE', `/api/buildings/${building.id}`)
    expect([inUse.status, inUse.body.error.code]).toEqual([409, 'conflict'])
    for (const floor of [high, low]) expect((await admin('DELETE', `/api/floors/${floor.id}`)).status).toBe(204)
    expect((await admin('DELETE', `/api/buildings/${building.id}`)).status).toBe(204)
    expect((await admin('GET', `/api/buildings/${building.id}`)).status).toBe(404)
  })

  it('refuses a name that is taken, whatever its case', async () => {
    await aBuilding(admin, { name: 'Annex' })
    const { status, body } = await admin('POST', '/api/buildings', { name: 'ANNEX' })
    expect([status, body.error.code]).toEqual([409, 'conflict'])
  })

  // holds rules 8-11
  it('keeps the order it is given; the rest follows', async () => {
    const [a, b, c] = [await aBuilding(admin), await aBuilding(admin), await aBuilding(admin)]
    const { body } = await admin('PUT', '/api/buildings/order', { order: [c.id, a.id] })
    expect(body.data.slice(0, 2).map((building: { id: string }) => building.id)).toEqual([c.id, a.id])
    const listed = await admin('GET', '/api/buildings?pageSize=200')
    const ids = listed.body.data.items.map((building: { id: string }) => building.id)
    expect(ids.slice(0, 2)).toEqual([c.id, a.id])
    expect(ids).toContain(b.id)
    const unknown = await admin('PUT', '/api/buildings/order', { order: ['8b0bd5ca-9a5c-4ef5-a0a4-000000000000'] })
    expect(unknown.body.error.issues?.[0]?.path).toBe('order')
  })
})

describe('/api/zones', () => {
  // holds rules 8-14
  it('creates, reads, changes and deletes', async () => {
    const zoneType = await aZoneType(admin, { name: 'Workshop', colour: '#AABBCC' })
    const zone = await aZone(admin, { zoneTypeId: zoneType.id, isMusterPoint: true, capacity: 40 })
    expect(zone).toMatchObject({
      polygon: square,
      isMusterPoint: true,
      isRestricted: false,
      capacity: 40,
      zoneTypeName: 'Workshop',
      colour: '#aabbcc',
    })
    const { body } = await admin('PUT', `/api/zones/${zone.id}`, {
      name: 'Yard',
      polygon: [...square, { x: 0, y: 50 }],
    })
    expect(body.data).toMatchObject({ name: 'Yard', capacity: 40 })
    expect(body.data.polygon).toHaveLength(4)
    expect((await admin('GET', `/api/zones/${zone.id}`)).body.data).toEqual(body.data)
    const emergency = await admin('GET', '/api/zones/emergency')
    expect(emergency.body.data.map((one: { id: string }) => one.id)).toContain(zone.id)
    expect((await admin('DELETE', `/api/zones/${zone.id}`)).status).toBe(204)
    expect((await admin('DELETE', `/api/zones/${zone.id}`)).status).toBe(404)
  })

  it('names the field that points nowhere', async () => {
    const zone = await aZone(admin)
    const nowhere = { floorId: '8b0bd5ca-9a5c-4ef5-a0a4-000000000000' }
    const { status, body } = await admin('PUT', `/api/zones/${zone.id}`, nowhere)
    expect([status, body.error.code, body.error.issues?.[0]?.path]).toEqual([400, 'validation_failed', 'floorId'])
  })

  it('pages, filters, sorts and searches', async () => {
    const floor = await aFloor(admin)
    for (const name of ['alpha', 'Bravo', 'charlie', '100% wool']) await aZone(admin, { floorId: floor.id, name })
    const names = async (query: string) => {
      const { body } = await admin('GET', `/api/zones?floorId=${floor.id}&${query}`)
      return [body.data.total, ...body.data.items.map((zone: { name: string }) => zone.name)]
    }
    expect(await names('')).toEqual([4, '100% wool', 'alpha', 'Bravo', 'charlie'])
    expect(await names('sort=-name&pageSize=2&page=1')).toEqual([4, 'charlie', 'Bravo'])
    expect(await names('sort=-name&pageSize=2&page=2')).toEqual([4, 'alpha', '100% wool'])
    expect(await names('q=BRAV')).toEqual([1, 'Bravo'])
    expect(await names('q=0%25')).toEqual([1, '100% wool'])
    expect(await names('isMusterPoint=true')).toEqual([0])
    expect((await admin('GET', '/api/zones?pageSize=201')).status).toBe(400)
  })

  // holds rules 8-14
  it('keeps a zone type that is in use', async () => {
    const zoneType = await aZoneType(admin)
    const zone = await aZone(admin, { zoneTypeId: zoneType.id })
    expect((await admin('DELETE', `/api/mgmt/zone-types/${zoneType.id}`)).status).toBe(409)
    await admin('DELETE', `/api/zones/${zone.id}`)
    expect((await admin('DELETE', `/api/mgmt/zone-types/${zoneType.id}`)).status).toBe(204)
  })
})

describe('floor plans', () => {
  const upload = (floorId: string, send: object) => admin('POST', `/api/floors/${floorId}/upload`, undefined, send)

  // holds rules 8-12
  it('are stored, sanitised and served', async () => {
    const floor = await aFloor(admin)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" onload="alert(1)"><script>alert(2)</script>
      <a href="javascript:alert(3)"><rect width="5" height="5"/></a><rect width="9" height="9" fill="url(http://x/)"/></svg>`
    const { status, body } = await upload(floor.id, anUpload('plan', 'image/svg+xml', svg))
    expect(status).toBe(200)
    expect(body.data.plan).toMatchObject({ mediaType: 'image/svg+xml' })
    const viewer = await backend.as('viewer')
    const plan = await viewer('GET', `/api/floors/${floor.id}/plan`)
    expect(plan.headers['content-type']).toBe('image/svg+xml')
    expect(plan.headers['content-security-policy']).toContain("default-src 'none'")
    expect(plan.text).toContain('<rect width="9" height="9">')
    for (const evil of ['alert', 'script', 'javascript', 'http://x']) expect(plan.text).not.toContain(evil)
  })

  it('say how large what they show is, both sides or none', async () => {
    const floor = await aFloor(admin)
    const sized = (query: string) => admin('POST', `/api/floors/${floor.id}/upload?${query}`, undefined, aPlan)
    const aPlan = anUpload('plan', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>')
    expect((await sized('widthM=24.8&heightM=12.4')).body.data).toMatchObject({ widthM: 24.8, heightM: 12.4 })
    expect((await upload(floor.id, aPlan)).body.data).toMatchObject({ widthM: 24.8, heightM: 12.4 })
    for (const [query, field] of [
      ['widthM=5', 'heightM'],
      ['widthM=0&heightM=5', 'widthM'],
      ['widthM=5&heightM=1001', 'heightM'],
    ] as const) {
      const { status, body } = await sized(query)
      expect([status, body.error.issues?.[0]?.path]).toEqual([400, field])
    }
  })

  it('change their version with every upload, and the old file goes', async () => {
    const floor = await aFloor(admin)
    const png = aPng(10, 10)
    const first = await upload(floor.id, anUpload('plan', 'image/png', png))
    const second = await upload(floor.id, anUpload('plan', 'image/png', Buffer.concat([png, png])))
    expect(second.body.data.plan.version).not.toBe(first.body.data.plan.version)
    expect(second.body.data.plan.bytes).toBe(2 * png.length)
    expect((await admin('GET', `/api/floors/${floor.id}/plan`)).bytes).toEqual(Buffer.concat([png, png]))
  })

  // holds rules 8-12
  it('are refused when they are not what they say, of another kind, or too large', async () => {
    const floor = await aFloor(admin)
    const lie = await upload(floor.id, anUpload('plan', 'image/png', '<html>'))
    expect([lie.status, lie.body.error.code]).toEqual([400, 'validation_failed'])
    const page = await upload(floor.id, anUpload('plan', 'text/html', '<html>'))
    expect([page.status, page.body.error.code]).toEqual([415, 'unsupported_media_type'])
    const wrongField = await upload(floor.id, anUpload('photo', 'image/png', '<html>'))
    expect(wrongField.status).toBe(400)
    const broken = await upload(
      floor.id,
      anUpload('plan', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><rect></svg>'),
    )
    expect(broken.status).toBe(400)
    const bomb = '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg"><text>&a;</text></svg>'
    expect((await upload(floor.id, anUpload('plan', 'image/svg+xml', bomb))).status).toBe(400)
    // A few kilobytes that would unpack to 1.6 GB in every browser.
    const many = await upload(floor.id, anUpload('plan', 'image/png', aPng(20_000, 20_000)))
    expect([many.status, many.body.error.issues?.[0]?.message]).toEqual([
      400,
      expect.stringContaining('20000 × 20000 pixels; at most 40 million'),
    ])
    const large = await upload(floor.id, anUpload('plan', 'image/png', Buffer.alloc(10 * 1024 * 1024 + 1)))
    expect([large.status, large.body.error.code]).toEqual([413, 'body_too_large'])
  })
})

describe('two edits of one thing at the same moment', () => {
  it('both survive when they name different fields, and each record says what was there before', async () => {
    const zone = await aZone(admin, { capacity: 1 })
    const changes = [{ name: 'Renamed' }, { capacity: 2 }, { isRestricted: true }, { capacity: 3 }]
    const replies = await Promise.all(changes.map((change) => admin('PUT', `/api/zones/${zone.id}`, change)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { body } = await admin('GET', `/api/zones/${zone.id}`)
    expect(body.data).toMatchObject({ name: 'Renamed', isRestricted: true })
    const logs = await admin('GET', `/api/audit/logs?action=zones.change&entityId=${zone.id}&sort=seq`)
    const { items } = logs.body.data
    expect(items).toHaveLength(4)
    const found = items.slice(1).map((record: { before: unknown }) => record.before)
    expect(found).toEqual(items.slice(0, -1).map((record: { after: unknown }) => record.after))
    expect(items.at(-1).after).toEqual(body.data)
  })
})

describe('/api/receivers', () => {
  // holds rules 8-3
  it('normalises the address, takes the building from the floor and gives metres', async () => {
    const floor = await aFloor(admin, { widthM: 60, heightM: 40 })
    const { body } = await admin('POST', '/api/receivers', {
      receiverId: 'AA-BB-CC-00-11-22',
      name: 'Hall',
      floorId: floor.id,
      x: 50,
      y: 25,
      zM: 2.5,
    })
    expect(body.data).toMatchObject({
      receiverId: 'aabbcc001122',
      buildingId: floor.buildingId,
      xM: 30,
      yM: 10,
      status: 'offline',
    })
    const other = await aBuilding(admin)
    const wrong = await admin('PUT', `/api/receivers/${body.data.id}`, { floorId: floor.id, buildingId: other.id })
    expect(wrong.body.error.issues?.[0]?.path).toBe('buildingId')
  })

  // holds rules 8-15
  it('creates many and changes those that are there, row by row', async () => {
    const taken = await aReceiver(admin)
    const rows = [
      { receiverId: aMac(), name: 'One' },
      { receiverId: taken['receiverId'], name: 'Two' },
      { receiverId: aMac(), name: 'Three' },
      { receiverId: aMac() },
    ]
    const { status, body } = await admin('POST', '/api/receivers/bulk', { receivers: rows })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ created: 2, changed: 1, unchanged: 0, failed: 1 })
    expect(body.data.rows[1]).toMatchObject({ id: taken.id, outcome: 'changed', fields: ['name'] })
    expect(body.data.rows[3]).toMatchObject({ index: 3, ok: false, path: 'name' })
    const { body: found } = await admin('GET', `/api/receivers/${body.data.rows[2].id}`)
    expect(found.data.name).toBe('Three')
  })

  // holds rules 8-15
  it('are online while they are heard', async () => {
    const floor = await aFloor(admin)
    const receiver = await aReceiver(admin, { floorId: floor.id })
    const heard = (secondsAgo: number) =>
      backend.db
        .updateTable('receivers')
        .set({ lastSeenAt: new Date(Date.now() - secondsAgo * 1000) })
        .where('id', '=', receiver.id)
        .execute()
    await heard(10)
    const on = await admin('POST', '/api/gateways/sync-status')
    expect(on.body.data.changed).toContainEqual(expect.objectContaining({ id: receiver.id, status: 'online' }))
    await heard(91)
    await admin('POST', '/api/gateways/sync-status')
    const health = await admin('GET', '/api/buildings/gateway-health')
    const building = health.body.data.find((one: { buildingId: string }) => one.buildingId === floor.buildingId)
    expect(building).toMatchObject({ total: 1, online: 0, offline: 1 })
    expect(building.silent[0].id).toBe(receiver.id)
  })
})
