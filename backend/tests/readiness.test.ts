// GET /api/emergency/readiness from an empty installation to one that lacks nothing: each thing that is put right is named before and
// gone afterwards, and the number never falls on the way.
import type { Readiness, ReadinessCode } from '@rollcall/contracts/domains/readiness'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'

let server: TestBackend
let admin: Caller
const ids: Record<string, string> = {}

beforeAll(async () => {
  server = await aBackend({ SMTP_URL: 'smtp://127.0.0.1:9' })
  admin = await server.as('admin')
})
afterAll(async () => server?.stop())

const readiness = async (): Promise<Readiness> => (await admin('GET', '/api/emergency/readiness')).body.data
const codesOf = ({ buildings }: Readiness) => buildings[0]!.reasons.map(({ code }) => code)
const create = async (path: string, body: object) => {
  const { status, body: reply } = await admin('POST', path, body)
  expect([status, reply.error]).toEqual([201, undefined])
  return reply.data.id as string
}
const run = (statement: ReturnType<typeof sql>) => statement.execute(server.db)

/** In the order in which somebody sets up a site; the reason that is gone after each. */
const steps: [ReadinessCode, () => Promise<unknown>][] = [
  ['building_none', async () => (ids['building'] = await create('/api/buildings', { name: 'Annex' }))],
  [
    'floors_without_receivers',
    async () => {
      const { building } = ids
      ids['floor'] = await create('/api/floors', {
        buildingId: building,
        name: 'Ground',
        level: 0,
        widthM: 40,
        heightM: 20,
      })
      const place = { buildingId: building, floorId: ids['floor'], x: 50, y: 50 }
      await create('/api/receivers', { receiverId: '020000000001', name: 'Hall', ...place })
    },
  ],
  [
    'receivers_silent',
    () =>
      run(
        sql`UPDATE receivers SET status = 'online', last_seen_at = now(), pause_ms = 11000, clock_off_ms = -9000, late_share = 0.2, twice_share = 0.2`,
      ),
  ],
  ['receivers_pausing', () => run(sql`UPDATE receivers SET pause_ms = 10000`)],
  ['receivers_clock', () => run(sql`UPDATE receivers SET clock_off_ms = 5000`)],
  ['readings_late', () => run(sql`UPDATE receivers SET late_share = 0.05`)],
  ['readings_twice', () => run(sql`UPDATE receivers SET twice_share = 0`)],
  [
    'people_without_badge',
    async () => {
      ids['person'] = await create('/api/personnel', { employeeId: 'E1', fullName: 'Ada Lane' })
      const badge = { transmitterId: 'aa0000000001', entityType: 'employee', entityId: ids['person'] }
      await create('/api/transmitters', badge)
      await run(sql`UPDATE transmitters SET battery_pct = 20`)
    },
  ],
  ['badges_flat', () => run(sql`UPDATE transmitters SET battery_pct = 21`)],
  [
    'muster_points',
    async () => {
      const zoneTypeId = await create('/api/mgmt/zone-types', { name: 'Yard', colour: '#123456' })
      const polygon = [
        { x: 0, y: 0 },
        { x: 10, y: 0 },
        { x: 10, y: 10 },
      ]
      await create('/api/zones', { floorId: ids['floor'], name: 'Yard', zoneTypeId, polygon, isMusterPoint: true })
    },
  ],
  [
    'floors_without_warden',
    async () => {
      await run(sql`WITH w AS (INSERT INTO wardens (building_id) VALUES (${ids['building']}) RETURNING id)
        INSERT INTO warden_people (warden_id, person_id, rank) SELECT id, ${ids['person']}, 1 FROM w`)
    },
  ],
  ['contacts_none', () => create('/api/emergency/contacts', { name: 'Grace', email: 'grace@example.org' })],
  ['contacts_unanswered', () => run(sql`UPDATE emergency_contacts SET answered_at = now()`)],
  [
    'instructions_unconfirmed',
    () => run(sql`UPDATE scenario_instructions SET confirmed_at = now(), confirmed_by = 'Ada'`),
  ],
  ['drill_overdue', () => aDrill('drill_complete', '179 days')],
]

async function aDrill(resolution: string, ago: string) {
  await run(sql`WITH e AS (
      INSERT INTO emergencies (scenario, mode, state, resolution, triggered_by_name, resolved_at)
      VALUES ('fire', 'drill', 'resolved', ${resolution}, 'Ada', now() - ${ago}::interval) RETURNING id)
    INSERT INTO emergency_buildings (emergency_id, building_id, active) SELECT id, ${ids['building']}, false FROM e`)
}

describe('readiness of a site that is set up step by step', () => {
  it('says of an empty installation that there is no building, and is no strange number', async () => {
    const empty = await readiness()
    expect(empty).toMatchObject({ score: 0, buildings: [{ buildingId: null, score: 0 }] })
    expect(codesOf(empty)).toEqual(['building_none'])
    const before = await admin('GET', '/api/emergency/readiness/history')
    expect([before.status, before.body.data]).toEqual([200, { points: [], changes: [] }])
    await server.backend.background.all.find(({ name }) => name === 'readiness')!.run()
    const { body } = await admin('GET', '/api/emergency/readiness/history')
    expect(body.data.points.at(-1)).toMatchObject({ score: 0 })
  })

  it.each(steps)('names %s until it is put right, and rises', async (code, mend) => {
    const before = await readiness()
    expect(codesOf(before)).toContain(code)
    await mend()
    const after = await readiness()
    expect(codesOf(after)).not.toContain(code)
    expect(after.score).toBeGreaterThan(before.score)
  })

  it('is 100 in the end', async () => {
    expect(await readiness()).toMatchObject({ score: 100, buildings: [{ name: 'Annex', reasons: [] }] })
  })

  it('is over all as ready as the least ready building, which comes first', async () => {
    const other = await create('/api/buildings', { name: 'Barn' })
    const both = await readiness()
    expect(both.buildings.map(({ name, score }) => [name, score])).toEqual([
      ['Barn', both.score],
      ['Annex', 100],
    ])
    expect((await admin('PUT', `/api/buildings/${other}`, { active: false })).status).toBe(200)
    expect((await readiness()).score).toBe(100)
  })

  it('says first what must be there first', async () => {
    await run(sql`DELETE FROM receivers`)
    expect(codesOf(await readiness())[0]).toBe('receivers_silent')
  })

  it('does not count a visitor who is not here, a drill that was broken off, or a badge that is lost', async () => {
    const count = async () =>
      (await readiness()).buildings[0]!.reasons.find(({ code }) => code === 'people_without_badge')
    expect(await count()).toBeUndefined()
    const visitor = await create('/api/personnel', { employeeId: 'V1', fullName: 'Guest', entityType: 'visitor' })
    expect(await count()).toBeUndefined()
    await run(
      sql`INSERT INTO visits (person_id, building_id, arrived_at, code) VALUES (${visitor}, ${ids['building']}, now(), 'C1')`,
    )
    expect(await count()).toMatchObject({ faulty: 1, total: 2 })
    await run(sql`UPDATE transmitters SET status = 'lost'`)
    expect(await count()).toMatchObject({ faulty: 2, total: 2 })
    await run(sql`DELETE FROM emergencies`)
    await aDrill('superseded', '1 day')
    expect(codesOf(await readiness())).toContain('drill_overdue')
  })

  it('is told to whoever may read of emergencies', async () => {
    const viewer = await server.as('viewer')
    expect((await viewer('GET', '/api/emergency/readiness')).status).toBe(200)
    expect((await server.nobody('GET', '/api/emergency/readiness')).status).toBe(401)
    expect((await viewer('GET', '/api/emergency/readiness/history?days=366')).status).toBe(400)
  })
})
