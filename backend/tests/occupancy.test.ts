// How many people were on site over a time: counted once a minute, by quarter and hour, for the site and for each building, and read by the
// dashboard (docs/decisions/0067).
import { defaultSettings } from '@rollcall/contracts/domains/settings'
import { defaultRoles } from '@rollcall/contracts/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetOldRows } from '../src/database/retention-queries.ts'
import { recordOccupancy } from '../src/domains/dashboard/occupancy-queries.ts'
import { aBackend, tokenOf, type Caller, type TestBackend } from './a-backend.ts'
import { aSeenPerson, see } from './a-seen-person.ts'
import { aBadge, aFloor, anAsset } from './site-things.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const thisHour = Math.floor(Date.now() / hourMs) * hourMs
type Place = { floorId: string; buildingId: string }

let backend: TestBackend
let admin: Caller
const places: Place[] = []
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  for (const name of ['Mill', 'Office', 'Shed']) {
    const { id: floorId, buildingId } = await aFloor(admin, { name })
    places.push({ floorId, buildingId })
  }
})
afterAll(() => backend.stop())
beforeEach(() => sql`DELETE FROM occupancy`.execute(backend.db))

const iso = (at: number) => new Date(at).toISOString()
const ask = (caller: Caller, from: number, to: number, more = '') =>
  caller('GET', `/api/dashboard/occupancy?from=${iso(from)}&to=${iso(to)}${more}`)
const read = async (caller: Caller, from: number, to: number, more = '') => {
  const { status, body } = await ask(caller, from, to, more)
  expect([status, body.error]).toEqual([200, undefined])
  return body.data
}
/** Counted in the part that begins then; `building`: null for the site. */
const keep = (building: number | null, minutes: number, at: number, most: number, mean = most, counts = 60) =>
  backend.db
    .insertInto('occupancy')
    .values({
      buildingId: building === null ? null : places[building]!.buildingId,
      minutes,
      at: new Date(at),
      most,
      mean,
      counts,
    })
    .execute()

async function limitedTo(...buildings: number[]): Promise<Caller> {
  const [email, password] = [`to-${buildings.join('-')}@example.org`, 'limited horse battery']
  const buildingIds = buildings.map((index) => places[index]!.buildingId)
  await admin('POST', '/api/users', { email, displayName: 'Limited', role: 'viewer', password, buildingIds })
  await backend.db.updateTable('users').set({ mustChangePassword: false }).where('email', '=', email).execute()
  return backend.withToken(await tokenOf(backend.nobody, email, password))
}

describe('counting', () => {
  it('keeps the most and the mean of every quarter and hour, as a count by hand has them', async () => {
    const [mill, office] = places as [Place, Place]
    const people: { transmitterId: string }[] = []
    for (const place of [mill, mill, office])
      people.push(await aSeenPerson(backend.db, admin, place, {}, { secondsAgo: 600 }))
    const pump = await anAsset(admin)
    const tag = await aBadge(admin, { entityType: 'asset', entityId: pump.id })
    // One transaction is one moment of the database: all counts are of the same quarter.
    await backend.db.transaction().execute(async (tx) => {
      await see(tx, String(tag['transmitterId']), mill)
      await recordOccupancy(tx)
      for (const { transmitterId } of people.slice(0, 2)) await see(tx, transmitterId, mill)
      await see(tx, people[2]!.transmitterId, office)
      await recordOccupancy(tx)
      await see(tx, people[1]!.transmitterId, office)
      await recordOccupancy(tx)
    })
    const { rows } = await sql<{ name: string | null }>`
      SELECT f.name, o.minutes, o.most, o.mean, o.counts FROM occupancy o LEFT JOIN floors f ON f.building_id = o.building_id
      ORDER BY o.minutes, f.name NULLS FIRST`.execute(backend.db)
    const counted = (minutes: number) => [
      { name: null, minutes, most: 3, mean: (0 + 3 + 3) / 3, counts: 3 },
      { name: 'Mill', minutes, most: 2, mean: (0 + 2 + 1) / 3, counts: 3 },
      { name: 'Office', minutes, most: 2, mean: (0 + 1 + 2) / 3, counts: 3 },
      { name: 'Shed', minutes, most: 0, mean: 0, counts: 3 },
    ]
    expect(rows).toEqual([...counted(15), ...counted(60)])
  })

  it('is forgotten: quarters after two days, hours after 400', async () => {
    const ages = [
      [15, 1],
      [15, 3],
      [60, 3],
      [60, 399],
      [60, 401],
    ] as const
    for (const [minutes, days] of ages) await keep(null, minutes, thisHour - days * dayMs, 1)
    await forgetOldRows(backend.db, defaultSettings.general.retentionDays)
    const left = await backend.db.selectFrom('occupancy').select(['minutes', 'at']).orderBy('at', 'desc').execute()
    expect(left.map(({ minutes, at }) => [minutes, (thisHour - new Date(at).getTime()) / dayMs])).toEqual([
      [15, 1],
      [60, 3],
      [60, 399],
    ])
  })
})

describe('GET /api/dashboard/occupancy', () => {
  it('tells quarters of the last two days, hours up to a month, days of the calendar beyond', async () => {
    await keep(null, 15, thisHour - hourMs, 9, 6, 15)
    await keep(null, 60, thisHour - hourMs, 9, 4, 60)
    await keep(null, 60, thisHour - 2 * hourMs, 5, 1, 30)
    const day = await read(admin, thisHour - dayMs, thisHour)
    expect(day).toMatchObject({ minutes: 15, mean: 6, points: [{ at: iso(thisHour - hourMs), most: 9, mean: 6 }] })
    const week = await read(admin, thisHour - 7 * dayMs, thisHour)
    expect(week).toMatchObject({ minutes: 60, since: iso(thisHour - 2 * hourMs) })
    expect(week.points).toEqual([
      { at: iso(thisHour - 2 * hourMs), most: 5, mean: 1 },
      { at: iso(thisHour - hourMs), most: 9, mean: 4 },
    ])
    expect(week.mean, 'by how often was counted').toBeCloseTo((1 * 30 + 4 * 60) / 90)
    const earlier = await read(admin, thisHour - 4 * dayMs, thisHour - 3 * dayMs)
    expect(earlier, 'quarters are not kept for so long').toMatchObject({ minutes: 60, points: [], mean: null })
  })

  it('begins days at the midnights of the site, also when its clock changes', async () => {
    // New York: from UTC-4 to UTC-5 on 1 November 2026.
    const hours = ['2026-11-01T03:00Z', '2026-11-01T04:00Z', '2026-11-02T04:00Z', '2026-11-02T05:00Z']
    for (const [index, at] of hours.entries()) await keep(null, 60, Date.parse(at), index + 1)
    const [from, to] = [Date.parse('2026-10-01T04:00Z'), Date.parse('2026-12-01T05:00Z')]
    const { minutes, points } = await read(admin, from, to, '&timezone=America/New_York')
    expect(minutes).toBe(1440)
    expect(points).toEqual([
      { at: '2026-10-31T04:00:00.000Z', most: 1, mean: 1 },
      { at: '2026-11-01T04:00:00.000Z', most: 3, mean: 2.5 },
      { at: '2026-11-02T05:00:00.000Z', most: 4, mean: 4 },
    ])
  })

  it('counts what began in the time, for those who may read it and as long as it is kept', async () => {
    const [{ buildingId, floorId }] = places as [Place]
    const visit = { visitor: { fullName: 'A guest' }, buildingId, arrived: true }
    expect((await admin('POST', '/api/visits', visit)).status).toBe(201)
    const drill = { scenario: 'fire', mode: 'drill', scope: { buildingIds: [buildingId] }, message: 'A drill' }
    expect((await admin('POST', '/api/emergency/trigger', drill)).status).toBe(201)
    await backend.db
      .insertInto('alerts')
      .values({ kind: 'receiver_offline', subject: 'one', text: 'Silent.', floorId })
      .execute()
    const span = [thisHour - hourMs, thisHour + hourMs] as const
    const numbers = { visits: 1, alerts: 1, drills: 1, emergencies: 0 }
    expect(await read(admin, ...span)).toMatchObject(numbers)
    expect(await read(admin, thisHour - 2 * hourMs, thisHour - hourMs)).toMatchObject({
      visits: 0,
      alerts: 0,
      drills: 0,
    })
    expect(await read(admin, ...span, `&buildingId=${places[2]!.buildingId}`)).toMatchObject({ visits: 0, alerts: 0 })
    const long = await read(admin, thisHour - 200 * dayMs, thisHour + hourMs)
    expect([long.visits, long.alerts, long.drills]).toEqual([null, null, 1])
    const permissions = defaultRoles.viewer.filter((one) => !['emergency.read', 'receivers.read'].includes(one))
    expect((await admin('PUT', '/api/admin/roles/viewer', { permissions })).status).toBe(200)
    const told = await read(await backend.as('viewer'), ...span)
    expect(told).toMatchObject({ visits: null, alerts: 0, drills: null, emergencies: null })
  })

  it.each([
    ['to', thisHour, thisHour],
    ['from', thisHour - 400 * dayMs, thisHour],
  ])('refuses a wrong time and names %s', async (field, from, to) => {
    const { status, body } = await ask(admin, from, to)
    expect(status).toBe(400)
    expect(JSON.stringify(body.error)).toContain(`"${field}"`)
  })

  it('refuses a time zone that does not exist, and whoever may not see the dashboard', async () => {
    expect((await ask(admin, thisHour - dayMs, thisHour, '&timezone=Mars/Base')).status).toBe(400)
    expect((await ask(backend.nobody, thisHour - dayMs, thisHour)).status).toBe(401)
  })
})

describe('one building, and accounts that are limited to some', () => {
  const span = [thisHour - dayMs, thisHour] as const
  const mostOf = async (caller: Caller, more = '') => {
    const { points, mean, since } = await read(caller, ...span, more)
    return [points.map(({ most }: { most: number }) => most), mean, since]
  }
  beforeEach(async () => {
    for (const minutes of [15, 60])
      for (const [building, most, mean] of [
        [null, 12, 6.5],
        [0, 7, 4],
        [1, 3, 2],
        [2, 4, 0.5],
      ] as const)
        await keep(building, minutes, thisHour - hourMs, most, mean, minutes)
  })
  const at = iso(thisHour - hourMs)

  it('shows each the people of what it asks for', async () => {
    expect(await mostOf(admin)).toEqual([[12], 6.5, at])
    expect(await mostOf(admin, `&buildingId=${places[1]!.buildingId}`)).toEqual([[3], 2, at])
  })

  it('shows an account its buildings together, and nothing of others', async () => {
    expect(await mostOf(await limitedTo(0))).toEqual([[7], 4, at])
    const both = await limitedTo(0, 1)
    expect(await mostOf(both)).toEqual([[10], 6, at])
    expect(await mostOf(both, `&buildingId=${places[0]!.buildingId}`)).toEqual([[7], 4, at])
    expect(await mostOf(both, `&buildingId=${places[2]!.buildingId}`)).toEqual([[], null, null])
  })

  it('is in the whole dashboard as well', async () => {
    const { body } = await (await limitedTo(1))('GET', '/api/dashboard')
    const quarter = body.data.occupancy.find((one: { at: string }) => one.at === at)
    expect(quarter).toEqual({ at, people: 3 })
  })
})
