// Triggering with a key that was used (rules 9), through the HTTP door.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { defaultSettings } from '@rollcall/contracts/domains/settings'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetOldRows } from '../src/database/retention-queries.ts'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aBuilding, aFloor, aZone } from './site-things.ts'

let backend: TestBackend
let safety: Caller
let admin: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  safety = await backend.as('safety')
})
afterAll(() => backend?.stop())

let buildingId: string
let floorId: string
beforeEach(async () => {
  const floor = await aFloor(admin)
  buildingId = floor.buildingId
  floorId = floor.id
})

const trigger = (fields: object = {}) =>
  safety('POST', '/api/emergency/trigger', { scenario: 'fire', scope: { buildingIds: [buildingId] }, ...fields })

describe('the idempotencyKey', () => {
  const resolve = (id: string) =>
    safety('PUT', `/api/emergency/${id}`, { state: 'resolved', resolution: 'all_clear', confirmMissing: true })

  it('answers the same trigger with what it began, whatever the order of lists and with defaults left out', async () => {
    const idempotencyKey = randomUUID()
    const elsewhere = await aBuilding(admin)
    const first = await trigger({ idempotencyKey, scope: { buildingIds: [buildingId, elsewhere.id] } })
    const again = await trigger({
      idempotencyKey,
      mode: 'live',
      message: '',
      musterPoints: [],
      scope: { buildingIds: [elsewhere.id, buildingId] },
    })
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body.data.id).toBe(first.body.data.id)
    expect((await admin('GET', `/api/audit/logs?entityId=${first.body.data.id}`)).body.data.items).toHaveLength(1)
  })

  it.each([{ mode: 'drill' }, { scenario: 'hazmat' }, { message: 'Other' }])('refuses %j instead', async (other) => {
    const idempotencyKey = randomUUID()
    await trigger({ idempotencyKey })
    const { status, body } = await trigger({ idempotencyKey, ...other })
    expect([status, body.error.code]).toEqual([409, 'idempotency_key_reused'])
    expect(body.error.issues).toMatchObject([{ path: 'idempotencyKey', code: 'key_of_another' }])
  })

  it.each(['scope', 'musterPoints'])('refuses other places in %s, and writes nothing down', async (list) => {
    const [idempotencyKey, elsewhere] = [randomUUID(), await aFloor(admin)]
    const point = async (on: string) => (await aZone(admin, { floorId: on, isMusterPoint: true })).id
    const scope = { buildingIds: [buildingId, elsewhere.buildingId] }
    const [here, there] = [await point(floorId), await point(elsewhere.id)]
    const first = { idempotencyKey, scope, musterPoints: [here] }
    const other = list === 'scope' ? { scope: { buildingIds: [buildingId] } } : { musterPoints: [there] }
    const recorded = async () => (await admin('GET', '/api/audit/logs?action=emergency.trigger')).body.data.total
    expect((await trigger(first)).status).toBe(201)
    const before = await recorded()
    expect((await trigger(first)).status).toBe(200)
    expect((await trigger({ ...first, ...other })).status).toBe(409)
    expect(await recorded()).toBe(before)
  })

  it('refuses after the end, and rings again with another key', async () => {
    const idempotencyKey = randomUUID()
    const { id } = (await trigger({ idempotencyKey })).body.data
    await resolve(id)
    const { status, body } = await trigger({ idempotencyKey })
    expect([status, body.error.code]).toEqual([409, 'idempotency_key_reused'])
    expect(body.error.issues).toMatchObject([{ path: 'idempotencyKey', code: 'key_over' }])
    expect((await trigger({ idempotencyKey: randomUUID() })).status).toBe(201)
  })

  it('never answers a live alarm with the drill of the same key', async () => {
    const idempotencyKey = randomUUID()
    await trigger({ idempotencyKey, mode: 'drill' })
    expect((await trigger({ idempotencyKey, mode: 'live' })).body.error.code).toBe('idempotency_key_reused')
  })

  it('is forgotten after a day, also before housekeeping has come by', async () => {
    const idempotencyKey = randomUUID()
    const { id } = (await trigger({ idempotencyKey })).body.data
    await resolve(id)
    const age = (hours: number) =>
      sql`UPDATE emergency_keys SET used_at = now() - make_interval(hours => ${hours}) WHERE key = ${idempotencyKey}`.execute(
        backend.db,
      )
    await age(23)
    expect((await trigger({ idempotencyKey })).status).toBe(409)
    await age(25)
    const next = await trigger({ idempotencyKey })
    expect(next.status).toBe(201)
    expect((await trigger({ idempotencyKey })).body.data.id).toBe(next.body.data.id)
    await age(25)
    await forgetOldRows(backend.db, defaultSettings.general.retentionDays)
    const kept = await backend.db.selectFrom('emergencyKeys').select('key').where('key', '=', idempotencyKey).execute()
    expect(kept).toEqual([])
  })
})
