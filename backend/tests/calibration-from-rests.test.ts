// A calibration from badges at rest through the door: how far a floor is, one attempt at a time behind the answer, and what becomes of it;
// and what is read for it of the floor. What is learnt is tried beside learn-from-rests.ts.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sql } from 'kysely'
import { defaultSettings } from '@rollcall/contracts/domains/settings'
import { mostRests } from '../src/database/kept-tables.ts'
import { forgetOldRows } from '../src/database/retention-queries.ts'
import { layoutOf } from '../src/positioning/floor-layout.ts'
import { learnStoredRests } from '../src/positioning/calibration/learn-stored-rests.ts'
import type { RestsOfFloor } from '../src/positioning/calibration/rests/rest-floor.ts'
import { fewestRests } from '../src/positioning/calibration/rests/rest.ts'
import { saveRests } from '../src/positioning/rest-queries.ts'
import type { FloorRest } from '../src/positioning/rest-memory.ts'
import { startPositions } from '../src/positions.ts'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'

const learn = vi.hoisted(() => vi.fn<(floor: RestsOfFloor) => Promise<unknown>>())
vi.mock('../src/positioning/calibration/rests/learn-from-rests.ts', () => ({ learnFromRests: learn }))

const badge = 'aa00000000e1'
const size = { widthM: 40, heightM: 30 }
const hung = ['0200000000e0', '0200000000e1', '0200000000e2'].map((receiverId, i) => {
  return { receiverId, x: 10 + i * 30, y: 20, zM: 2.7 }
})
const numbers = {
  mode: 'rests' as const,
  referencePowerDbm: -61,
  pathLoss: 2.2,
  receivers: hung.map(({ receiverId }) => ({ receiverId, offsetDb: 1, r2: null, suspicious: false })),
  residualSdDb: 4,
  errorBefore: { meanM: 6, medianM: 5, p90M: 11 },
  errorAfter: { meanM: 3, medianM: 2.5, p90M: 6 },
  outliers: [],
  better: true,
}

let server: TestBackend
let admin: Caller
let floorId: string
/** Another one, whose receivers are moved. */
let upperId: string
const hungAbove = hung.map((one, i) => ({ ...one, receiverId: `0200000000f${i}` }))
beforeAll(async () => {
  server = await aBackend({}, { positions: startPositions })
  admin = await server.as('admin')
  const { db } = server
  const building = await db.insertInto('buildings').values({ name: 'House' }).returning('id').executeTakeFirstOrThrow()
  const floor = { buildingId: building.id, name: 'Ground', level: 0, ...size }
  const upper = { ...floor, name: 'Upper', level: 1 }
  const made = await db.insertInto('floors').values([floor, upper]).returning(['id', 'level']).execute()
  floorId = made.find(({ level }) => level === 0)!.id
  upperId = made.find(({ level }) => level === 1)!.id
  const receiversOf = (each: typeof hung, on: string) =>
    each.map((one) => ({ ...one, name: `Receiver ${one.receiverId}`, buildingId: building.id, floorId: on }))
  await db
    .insertInto('receivers')
    .values([...receiversOf(hung, floorId), ...receiversOf(hungAbove, upperId)])
    .execute()
  await db.insertInto('transmitters').values({ transmitterId: badge, type: 'other' }).execute()
  // A change through the API makes positioning look at once.
  await admin('PUT', `/api/floors/${floorId}`, { name: 'Ground floor' })
  // It knows the receivers as soon as it says that they do not hear each other.
  await waitFor(async () => {
    const { body } = await admin('POST', `/api/floors/${floorId}/calibrate`, { mode: 'auto' })
    if (!JSON.stringify(body).includes('do not hear each other')) throw new Error('It does not know them yet.')
  })
})
afterAll(async () => server?.stop())
beforeEach(async () => {
  learn.mockReset()
  await server.db.deleteFrom('floorRests').execute()
})

const newestAt = Date.now() - 60_000
const aRest = (before = 0, changes: Partial<FloorRest> = {}): FloorRest => ({
  floorId,
  transmitterId: badge,
  layout: layoutOf(size, hung),
  endedAt: newestAt - before * 10_000,
  seconds: 60,
  heard: hung.map(({ receiverId }, i) => ({ receiverId, rssi: i === 2 ? null : -70, count: i === 2 ? 0 : 60 })),
  ...changes,
})
const gathered = (count: number, changes: Partial<FloorRest> = {}) =>
  saveRests(
    server.db,
    Array.from({ length: count }, (_, i) => aRest(i, changes)),
  )
const rests = async (of = floorId) => (await admin('GET', `/api/floors/${of}/rests`)).body.data
const begin = () => admin('POST', `/api/floors/${floorId}/rests/learn`, {})

/** However busy the machine is. */
const waitFor = <T>(fact: () => T | Promise<T>) => vi.waitFor(fact, { timeout: 20_000 })

describe('badges at rest of a floor', () => {
  it('are none at first, and of no floor there are any', async () => {
    const nothing = { count: 0, since: null, needed: fewestRests, workingSince: null, failed: false, proposal: null }
    expect(await rests()).toEqual(nothing)
    expect((await admin('GET', '/api/floors/00000000-0000-4000-8000-000000000000/rests')).status).toBe(404)
  })

  it('are counted as long as its receivers hang where they did', async () => {
    await gathered(12, { floorId: upperId, layout: layoutOf(size, hungAbove) })
    expect(await rests(upperId)).toMatchObject({ count: 12, since: new Date(newestAt - 110_000).toISOString() })
    const first = server.db.selectFrom('receivers').select('id').where('receiverId', '=', hungAbove[0]!.receiverId)
    const { id } = await first.executeTakeFirstOrThrow()
    await admin('PUT', `/api/receivers/${id}`, { x: 12, y: 20 })
    expect(await rests(upperId)).toMatchObject({ count: 0, since: null })
    await admin('PUT', `/api/receivers/${id}`, { x: 10, y: 20 })
    expect((await rests(upperId)).count).toBe(12)
  })

  it('are kept one in ten seconds, whoever wrote them, and not of what was removed', async () => {
    for (let i = 40; i > 0; i--) await saveRests(server.db, [aRest(0, { endedAt: newestAt - i * 1000 })])
    expect((await rests()).count).toBe(30)
    await saveRests(server.db, [
      aRest(100, { transmitterId: 'aa00000000ff' }),
      aRest(100, { floorId: '00000000-0000-4000-8000-000000000000' }),
    ])
    expect((await rests()).count).toBe(30)
  })

  it('go with their badge', async () => {
    const other = 'aa00000000e2'
    await server.db.insertInto('transmitters').values({ transmitterId: other, type: 'other' }).execute()
    await saveRests(server.db, [aRest(), aRest(40, { transmitterId: other })])
    await server.db.deleteFrom('transmitters').where('transmitterId', '=', other).execute()
    expect((await rests()).count).toBe(1)
  })

  it('are forgotten after two weeks at most, and but for the newest', async () => {
    await sql`INSERT INTO floor_rests (floor_id, transmitter_id, ended_at, seconds, layout, heard)
      SELECT ${floorId}, ${badge}, now() - make_interval(secs => n), 60, 'any', '[]' FROM generate_series(1, ${mostRests + 7}) AS n`.execute(
      server.db,
    )
    await saveRests(server.db, [aRest(15 * 8640)])
    await forgetOldRows(server.db, { ...retentionDays, positions: 30 })
    const { left } = await server.db
      .selectFrom('floorRests')
      .select((eb) => eb.fn.countAll<number>().as('left'))
      .executeTakeFirstOrThrow()
    expect(Number(left)).toBe(mostRests)
    await forgetOldRows(server.db, { ...retentionDays, positions: 0 })
    expect(await server.db.selectFrom('floorRests').selectAll().execute()).toEqual([])
  })
})
const { retentionDays } = defaultSettings.general

describe('learning from them', () => {
  it('is refused while there are too few, with how many there are', async () => {
    await gathered(7)
    const { status, body } = await begin()
    expect([status, body.error.issues?.[0]?.message]).toEqual([
      400,
      `7 stays of badges were gathered on this floor; ${fewestRests} are needed.`,
    ])
    expect(learn).not.toHaveBeenCalled()
  })

  it('happens once behind the answer, and leaves a proposal that can be used', async () => {
    let resolve: (outcome: unknown) => void = () => {}
    const promise = new Promise((done) => (resolve = done))
    learn.mockReturnValue(promise)
    await gathered(fewestRests)
    const first = await begin()
    expect([first.status, first.body.data.proposal]).toEqual([202, null])
    const { workingSince } = first.body.data
    expect(workingSince).not.toBeNull()
    await waitFor(() => expect(learn).toHaveBeenCalledOnce())
    const again = await begin()
    expect([again.status, again.body.data.workingSince]).toEqual([202, workingSince])
    resolve({ numbers, maps: {} })
    const { proposal } = await waitFor(async () => {
      const now = await rests()
      expect(now.workingSince).toBeNull()
      return now
    })
    expect(proposal).toMatchObject({ ...numbers, version: 1 })
    expect(learn).toHaveBeenCalledOnce()
    const audited = (await admin('GET', '/api/audit/logs?action=floors.learnFromRests')).body.data
    expect(audited.total).toBe(1)
    expect((await admin('POST', `/api/floors/${floorId}/calibrate/accept`, { version: 1 })).status).toBe(200)
    expect(await rests()).toMatchObject({ failed: false, proposal: null })
  })

  it('says when it failed, and can be begun again', async () => {
    learn.mockRejectedValue(new Error('No way'))
    await gathered(fewestRests)
    for (const attempt of [1, 2]) {
      expect((await begin()).status).toBe(202)
      await waitFor(async () => expect(await rests()).toMatchObject({ workingSince: null, failed: true }))
      expect(learn).toHaveBeenCalledTimes(attempt)
    }
  })

  it('is begun anew where whoever did it was ended', async () => {
    learn.mockResolvedValue({ numbers, maps: {} })
    await gathered(fewestRests)
    await server.db
      .updateTable('floorRestRuns')
      .set({ beganAt: new Date(Date.now() - 11 * 60_000), endedAt: null, version: null })
      .execute()
    expect(await rests()).toMatchObject({ workingSince: null, failed: true })
    await begin()
    await waitFor(async () => expect((await rests()).proposal).toMatchObject({ mode: 'rests' }))
  })
})

describe('what is learnt from', () => {
  it('is what was heard without what somebody entered, with the walls and kinds of zones', async () => {
    const { db } = server
    const square = [0, 10, 10, 0].map((x, i) => ({ x, y: i < 2 ? 0 : 10 }))
    const { id: zoneTypeId } = await db
      .insertInto('zoneTypes')
      .values({ name: 'Kind', colour: '#112233' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const zones = ['Corridor', 'Office', 'Yard'].map((name) => {
      return { name, floorId, zoneTypeId, polygon: JSON.stringify(square) }
    })
    const stored = await db.insertInto('zones').values(zones).returning(['id', 'name']).execute()
    const wall = {
      points: [
        { x: 0, y: 0 },
        { x: 50, y: 0 },
      ],
      doors: [],
    }
    await db
      .insertInto('floorWalls')
      .values({ floorId, walls: JSON.stringify([wall]) })
      .execute()
    await gathered(fewestRests)
    learn.mockResolvedValue({ numbers, maps: {} })
    const current = { referenceDbm: -59, exponent: 2, offsets: new Map(), maps: new Map() }
    const receivers = hung.map(({ receiverId }) => ({ receiverId, xM: 1, yM: 1, zM: 2.7 }))
    const outdoorZones = new Set(stored.flatMap(({ id, name }) => (name === 'Yard' ? [id] : [])))
    const entered = new Map([[hung[0]!.receiverId, 4]])
    const asked = { floorId, layout: layoutOf(size, hung), bounds: size, receivers, entered, referenceDbm: -59 }
    await learnStoredRests(db, { ...asked, outdoorZones, current })
    const [floor] = learn.mock.calls[0] ?? []
    if (!floor) throw new Error('Nothing was learnt from.')
    expect(floor.walls).toEqual([wall])
    expect(floor.zones.map(({ kind }) => kind).toSorted()).toEqual(['outdoors', 'passage', 'room'])
    expect(floor.zones[0]?.polygon[2]).toEqual({ xM: 4, yM: 3 })
    expect(floor.rests).toHaveLength(fewestRests)
    expect(floor.rests[0]?.heard.map(({ rssi }) => rssi)).toEqual([-74, -70, null])
    expect(await learnStoredRests(db, { ...asked, layout: 'before', outdoorZones, current })).toMatchObject({
      ok: false,
      values: { count: 0, needed: fewestRests },
    })
  })
})
