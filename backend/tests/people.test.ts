// People, badges, departments and assets, through the HTTP door.
import { randomUUID } from 'node:crypto'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storedNames } from '../src/files/file-queries.ts'
import { recordAssetMoves } from '../src/domains/assets/asset-move-queries.ts'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aBadge, aFloor, aMac, anAsset, aPerson, aZone } from './site-things.ts'
import { aJpeg, anUpload } from './an-upload.ts'

let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
})
afterAll(() => backend.stop())

describe('/api/personnel', () => {
  // holds spec 2.6-2; appendix rules-2; rules 8-17
  it('lists employees unless visitors are asked for, in camel or snake case', async () => {
    const employee = await aPerson(admin, { fullName: 'Ada Employee' })
    const visitor = await aPerson(admin, { fullName: 'Vic Visitor', entity_type: 'visitor' })
    const ids = async (query: string) =>
      (await admin('GET', `/api/personnel?pageSize=200&${query}`)).body.data.items.map((one: { id: string }) => one.id)
    expect(await ids('')).toContain(employee.id)
    expect(await ids('')).not.toContain(visitor.id)
    expect(await ids('entityType=visitor')).toEqual([visitor.id])
    expect(await ids('entity_type=visitor')).toEqual([visitor.id])
  })

  // holds rules 8-17, 11-2
  // holds rules 8-28
  it('leaves no phone number and no health data in the audit log', async () => {
    const guarded = { phone: '+441632960123', emergencyContactPhone: '+441632960124', specialNeeds: 'Nut allergy' }
    const { id } = await aPerson(admin, guarded)
    await admin('PUT', `/api/personnel/${id}`, { specialNeeds: 'Nut allergy, pen in the left pocket' })
    const contact = await admin('POST', '/api/emergency/contacts', { name: 'Desk', phone: '+441632960125' })
    expect(contact.status).toBe(201)
    const log = (await admin('GET', '/api/audit/export?format=ndjson')).text
    expect(log).toContain(id)
    expect(log).toContain('"specialNeeds":"(not recorded, changed)"')
    for (const secret of ['+4416329601', 'Nut allergy']) expect(log).not.toContain(secret)
  })

  it('shows phone and health data only to those who may see them', async () => {
    const person = await aPerson(admin, { phone: '+44 1632 960000', specialNeeds: 'Asthma' })
    const read = async (role: 'viewer' | 'operator' | 'safety') =>
      (await (await backend.as(role))('GET', `/api/personnel/${person.id}`)).body.data
    const viewer = await read('viewer')
    for (const field of ['phone', 'specialNeeds', 'lastSeen', 'emergencyContactPhone'])
      expect(viewer).not.toHaveProperty(field)
    const operator = await read('operator')
    expect(operator).toMatchObject({ phone: '+441632960000', lastSeen: null })
    expect(operator).not.toHaveProperty('specialNeeds')
    expect(await read('safety')).toMatchObject({ specialNeeds: 'Asthma' })
  })

  // holds rules 1-15
  it('refuses a number that is taken', async () => {
    await aPerson(admin, { employeeId: 'X-1' })
    const { status } = await admin('POST', '/api/personnel', { employeeId: 'x-1', fullName: 'Else' })
    expect(status).toBe(409)
  })

  // holds rules 8-18
  it('works on several at once and names those that failed', async () => {
    const [a, b] = [await aPerson(admin), await aPerson(admin)]
    const nobody = '8b0bd5ca-9a5c-4ef5-a0a4-000000000000'
    const off = await admin('POST', '/api/personnel/bulk-deactivate', { ids: [a.id, nobody, b.id] })
    expect(off.body.data).toEqual({ updated: 2, failed: [{ id: nobody, reason: 'not_found' }] })
    expect((await admin('GET', `/api/personnel/${b.id}`)).body.data.status).toBe('inactive')
    const gone = await admin('POST', '/api/personnel/batch-delete', { ids: [a.id, b.id] })
    expect(gone.body.data.updated).toBe(2)
    expect((await admin('GET', `/api/personnel/${a.id}`)).status).toBe(404)
  })

  // holds rules 8-18
  it('is exported as PDF with names of many scripts, without what the caller may not see, and recorded', async () => {
    const fullName = 'Ελένη Жукова-Müller'
    await aPerson(admin, { fullName, entityType: 'contractor', specialNeeds: 'Wheelchair' })
    const text = async (caller: Caller) => {
      const { status, headers, bytes } = await caller('GET', '/api/personnel/export/pdf?entityType=contractor')
      expect([status, headers['content-type'], bytes.subarray(0, 5).toString()]).toEqual([
        200,
        'application/pdf',
        '%PDF-',
      ])
      const pages = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
      return pages.text.replaceAll(/\s+/g, ' ')
    }
    const all = await text(admin)
    for (const word of ['Personnel', 'Ελένη', 'Müller', 'Wheelchair']) expect(all).toContain(word)
    await admin('PUT', '/api/admin/roles/operator', { permissions: ['personnel.read', 'personnel.export'] })
    const operator = await backend.as('operator')
    const part = await text(operator)
    expect(part).toContain('Ελένη')
    expect(part).not.toContain('Wheelchair')
    const audit = await admin('GET', '/api/audit/logs?action=personnel.export')
    expect(audit.body.data.items[0].after).toMatchObject({ format: 'pdf' })
  })

  it('prints telephone numbers in one piece, times of the site, and names that its font lacks in Latin letters', async () => {
    const phone = '+441632960001234'
    await aPerson(admin, { fullName: '王伟', entityType: 'contractor', phone, emergencyContactPhone: phone })
    await admin('PUT', '/api/mgmt/settings/general', { timezone: 'Asia/Tokyo' })
    const { bytes } = await admin('GET', '/api/personnel/export/pdf?entityType=contractor')
    await admin('PUT', '/api/mgmt/settings/general', { timezone: 'UTC' })
    const page = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1)
    const pieces = (await page.getTextContent()).items.flatMap((item) => ('str' in item ? item : []))
    const height = (piece: (typeof pieces)[number]) => Number(piece.transform[5])
    const lineOf = (piece: (typeof pieces)[number]) =>
      pieces.flatMap((other) => (height(other) === height(piece) ? other.str : [])).join('')
    const name = pieces.find(({ str }) => str.startsWith('WangWei*'))
    expect(name && lineOf(name).split(phone)).toHaveLength(3)
    const text = pieces.map(({ str }) => str).join('')
    for (const words of ['(Asia/Tokyo)', '* Written with letters that this document cannot print'])
      expect(text).toContain(words)
  })

  // holds rules 8-18
  it('exports CSV that a spreadsheet cannot be tricked with', async () => {
    await aPerson(admin, {
      fullName: '=HYPERLINK("x")',
      jobTitle: 'Lead, "night"',
      phone: '+441632960001',
      entityType: 'contractor',
    })
    const safety = await backend.as('safety')
    const { status, headers, text } = await safety('GET', '/api/personnel/export/csv?entityType=contractor')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(text).toContain(`"'=HYPERLINK(""x"")"`)
    expect(text).toContain('"Lead, ""night"""')
    expect(text).toContain(',+441632960001,')
  })

  it('keeps a photo and gives it a new address with every upload', async () => {
    const person = await aPerson(admin)
    const send = anUpload('photo', 'image/jpeg', aJpeg)
    const first = await admin('POST', `/api/personnel/${person.id}/photo`, undefined, send)
    const second = await admin('POST', `/api/personnel/${person.id}/photo`, undefined, send)
    expect(first.body.data.photoUrl).not.toBe(second.body.data.photoUrl)
    expect((await admin('GET', second.body.data.photoUrl)).bytes).toEqual(aJpeg)
    const upload = () => admin('POST', `/api/personnel/${person.id}/photo`, undefined, send)
    await Promise.all([upload(), upload(), upload(), upload()])
    // Of several at once one is kept, and no file that nobody could ever remove.
    expect((await storedNames(backend.db)).filter((name) => name.startsWith('photos/'))).toHaveLength(1)
    expect((await admin('DELETE', `/api/personnel/${person.id}/photo`)).status).toBe(204)
    expect((await admin('GET', `/api/personnel/${person.id}/photo`)).status).toBe(404)
  })
})

describe('/api/transmitters', () => {
  // holds rules 8-16
  it('are assigned, refused while taken, forced, and taken back', async () => {
    const [a, b] = [await aPerson(admin), await aPerson(admin)]
    const badge = await aBadge(admin, { transmitterId: 'AA:BB:CC:DD:EE:01' })
    expect(badge).toMatchObject({ transmitterId: 'aabbccddee01', status: 'in_stock' })
    const assign = (entityId: string | null, force = false) =>
      admin('POST', '/api/transmitters/assign', {
        transmitterId: 'aabbccddee01',
        entityType: 'employee',
        entityId,
        force,
      })
    expect((await assign(a.id)).body.data).toMatchObject({ status: 'assigned', entityName: a['fullName'] })
    expect((await assign(b.id)).status).toBe(409)
    expect((await assign(b.id, true)).body.data.entityId).toBe(b.id)
    const carried = await admin('GET', `/api/personnel/${b.id}/beacons`)
    expect(carried.body.data.map((one: { id: string }) => one.id)).toEqual([badge.id])
    expect((await assign(null)).body.data).toMatchObject({ status: 'in_stock', entityId: null })
    const free = await admin('GET', '/api/transmitters/unassigned?pageSize=200')
    expect(free.body.data.items.map((one: { id: string }) => one.id)).toContain(badge.id)
  })

  it('go to exactly one of two who ask at the same moment', async () => {
    const badge = await aBadge(admin)
    const people = await Promise.all([aPerson(admin), aPerson(admin), aPerson(admin), aPerson(admin)])
    const replies = await Promise.all(
      people.map(({ id }) =>
        admin('POST', '/api/transmitters/assign', {
          transmitterId: badge['transmitterId'],
          entityType: 'employee',
          entityId: id,
        }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })

  it('cannot be given to somebody who does not exist, or by somebody who may not', async () => {
    const nobody = '8b0bd5ca-9a5c-4ef5-a0a4-000000000000'
    const body = { transmitterId: aMac(), entityType: 'employee', entityId: nobody }
    expect((await admin('POST', '/api/transmitters', body)).body.error.issues?.[0]?.path).toBe('entityId')
  })

  it('return to the stock when their carrier is deleted, and follow a change of type', async () => {
    const person = await aPerson(admin)
    const badge = await aBadge(admin, { entityId: person.id })
    await admin('PUT', `/api/personnel/${person.id}`, { entityType: 'contractor' })
    expect((await admin('GET', `/api/transmitters/${badge.id}`)).body.data).toMatchObject({
      entityType: 'contractor',
      entityId: person.id,
    })
    await admin('DELETE', `/api/personnel/${person.id}`)
    expect((await admin('GET', `/api/mgmt/beacons/${badge.id}`)).body.data).toMatchObject({
      status: 'in_stock',
      entityId: null,
    })
  })
})

describe('/api/mgmt/departments', () => {
  // holds rules 8-20
  it('form a tree without circles', async () => {
    const make = async (name: string, parentId: string | null = null) =>
      (await admin('POST', '/api/mgmt/departments', { name, parentId })).body.data
    const top = await make('Works')
    const below = await make('Logistics', top.id)
    expect(below.parentName).toBe('Works')
    const circle = await admin('PUT', `/api/mgmt/departments/${top.id}`, { parentId: below.id })
    expect(circle.body.error.issues?.[0]?.path).toBe('parentId')
    const unled = await admin('POST', '/api/mgmt/departments', { name: 'Unled', managerId: randomUUID() })
    expect([unled.status, unled.body.error.issues?.[0]?.path]).toEqual([400, 'managerId'])
    await aPerson(admin, { departmentId: below.id })
    expect((await admin('GET', `/api/mgmt/departments/${below.id}`)).body.data.memberCount).toBe(1)
    expect((await admin('DELETE', `/api/mgmt/departments/${top.id}`)).status).toBe(409)
    expect((await admin('DELETE', `/api/mgmt/departments/${below.id}`)).status).toBe(204)
  })
})

describe('/api/assets', () => {
  // holds rules 8-21
  it('carry a tag and remember what happened to them', async () => {
    const tag = await aBadge(admin, { entityType: 'asset' })
    const asset = await anAsset(admin, { transmitterId: tag['transmitterId'] })
    expect(asset).toMatchObject({ transmitterId: tag['transmitterId'], status: 'available', lastSeen: null })
    const person = await aPerson(admin, { fullName: 'Holder' })
    await admin('PUT', `/api/assets/${asset.id}`, { status: 'in_use', assignedTo: person.id })
    const { body } = await admin('GET', `/api/assets/${asset.id}/history`)
    const lines = body.data.items.map((one: { type: string; from: string; to: string }) => [one.type, one.from, one.to])
    expect(lines).toContainEqual(['status', 'available', 'in_use'])
    expect(lines).toContainEqual(['assigned', null, 'Holder'])
    const second = await admin('POST', '/api/assets', {
      name: 'Other',
      category: 'Trolley',
      transmitterId: tag['transmitterId'],
    })
    expect(second.status).toBe(409)
    expect((await admin('DELETE', `/api/assets/${asset.id}`)).status).toBe(204)
    expect((await admin('GET', `/api/transmitters/${tag.id}`)).body.data.status).toBe('in_stock')
  })

  it('are found where they do not belong, by those who may see places', async () => {
    const floor = await aFloor(admin, { name: 'Depot' })
    const home = await aZone(admin, { floorId: floor.id, name: 'Depot home' })
    const hall = await aZone(admin, { floorId: floor.id, name: 'Depot hall' })
    const seenIn = async (name: string, zoneId: string | null, nearZoneId: string | null = null) => {
      const { transmitterId } = await aBadge(admin, { entityType: 'asset' })
      await anAsset(admin, { name, category: 'Depot', transmitterId, homeZoneId: home.id })
      const place = { floorId: floor.id, buildingId: floor.buildingId, zoneId, nearZoneId, x: 1, y: 1, xM: 1, yM: 1 }
      const sure = { method: 'grid' as const, accuracyM: 2, confidence: 0.9, receiverCount: 3, seq: 1, at: new Date() }
      const row = { ...place, ...sure, transmitterId: String(transmitterId) }
      await backend.db.insertInto('positionsCurrent').values(row).execute()
    }
    await seenIn('At home', home.id)
    await seenIn('Perhaps at home', null, home.id)
    await seenIn('In the hall', hall.id)
    await seenIn('Outside', null)
    await anAsset(admin, { name: 'Never seen', category: 'Depot', homeZoneId: home.id })
    const path = (misplaced: boolean) => `/api/assets?category=Depot&misplaced=${misplaced}`
    const names = async (misplaced: boolean) =>
      (await admin('GET', path(misplaced))).body.data.items.map((one: { name: string }) => one.name)
    expect(await names(true)).toEqual(['In the hall', 'Outside'])
    expect(await names(false)).toEqual(['At home', 'Never seen', 'Perhaps at home'])
    expect((await (await backend.as('viewer'))('GET', path(true))).status).toBe(403)
  })

  it('are noticed where their tag is: seen first, then moved, and nothing while they stay', async () => {
    const floor = await aFloor(admin, { name: 'Ground' })
    const [hall, store] = [
      await aZone(admin, { floorId: floor.id, name: 'Hall' }),
      await aZone(admin, { floorId: floor.id, name: 'Store' }),
    ]
    const tag = await aBadge(admin, { entityType: 'asset' })
    const asset = await anAsset(admin, { transmitterId: tag['transmitterId'] })
    const isIn = async (zoneId: string | null) => {
      const place = {
        floorId: floor.id,
        buildingId: floor.buildingId,
        zoneId,
        x: 1,
        y: 1,
        xM: 1,
        yM: 1,
        at: new Date(),
      }
      const row = { ...place, method: 'grid' as const, accuracyM: 2, confidence: 0.9, receiverCount: 3, seq: 1 }
      await backend.db
        .insertInto('positionsCurrent')
        .values({ ...row, transmitterId: String(tag['transmitterId']) })
        .onConflict((conflict) => conflict.column('transmitterId').doUpdateSet(row))
        .execute()
      await recordAssetMoves(backend.db)
    }
    for (const zoneId of [hall.id, hall.id, null, store.id]) await isIn(zoneId)
    const { body } = await admin('GET', `/api/assets/${asset.id}/history?sort=at`)
    const lines = body.data.items.map((one: { type: string; from: string; to: string }) => [one.type, one.from, one.to])
    expect(lines.slice(1)).toEqual([
      ['seen', null, 'Hall, Ground'],
      ['moved', 'Hall, Ground', 'Store, Ground'],
    ])
  })
})
