// Calibration and the signal monitor through the door: readings over HTTP, proposal, acceptance, rollback, and what receivers hear.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { aBackend, type Caller, type TestBackend, testSecrets } from './a-backend.ts'

const badge = 'aa00000000c1'
const size = { widthM: 40, heightM: 30 }
/** Offsets no textbook knows; a calibration must find them. */
const offsets = [6, -5, 4, -6, 5, -4]
const places = [
  [10, 15],
  [50, 10],
  [90, 15],
  [10, 85],
  [50, 90],
  [90, 85],
] as const
const spots = [
  [20, 20],
  [50, 30],
  [80, 25],
  [30, 60],
  [70, 55],
  [25, 80],
  [75, 80],
] as const

let server: TestBackend
let admin: Caller
let floorId: string

beforeAll(async () => {
  server = await aBackend()
  admin = await server.as('admin')
  const { db } = server
  const building = await db.insertInto('buildings').values({ name: 'House' }).returning('id').executeTakeFirstOrThrow()
  const floor = { buildingId: building.id, name: 'Ground', level: 0, ...size }
  floorId = (await db.insertInto('floors').values(floor).returning('id').executeTakeFirstOrThrow()).id
  const receivers = places.map(([x, y], i) => {
    return { receiverId: receiverId(i), name: `Receiver ${i}`, buildingId: building.id, floorId, x, y, zM: 2.7 }
  })
  await db.insertInto('receivers').values(receivers).execute()
  await db.insertInto('transmitters').values({ transmitterId: badge, type: 'other' }).execute()
  // A change through the API makes positioning look at once.
  await admin('PUT', `/api/floors/${floorId}`, { name: 'Ground floor' })
})
afterAll(async () => server?.stop())

const receiverId = (index: number) => `0200000000c${index}`

/** What all receivers would hear at a spot, with their offsets. */
function strengthsAt([x, y]: readonly [number, number], zM = 1.2) {
  return places.map(([rx, ry], i) => {
    const [dx, dy] = [((x - rx) / 100) * size.widthM, ((y - ry) / 100) * size.heightM]
    const distance = Math.max(0.5, Math.hypot(dx, dy, zM - 2.7))
    return { receiverId: receiverId(i), rssi: -59 + offsets[i]! - 20 * Math.log10(distance) }
  })
}

async function hear(transmitterId: string, timestamp: number, rssiSignature: { receiverId: string; rssi: number }[]) {
  const headers = { authorization: `Bearer ${testSecrets.INGEST_KEY}` }
  const answer = await server.nobody('POST', '/ingest/raddec', { transmitterId, timestamp, rssiSignature }, { headers })
  expect(answer.status).toBe(202)
}

const calibrate = (body: unknown) => admin('POST', `/api/floors/${floorId}/calibrate`, body)
const accept = (body: unknown) => admin('POST', `/api/floors/${floorId}/calibrate/accept`, body)
const rollback = (body: unknown = {}) => admin('POST', `/api/floors/${floorId}/calibrate/rollback`, body)

/** A survey of one badge at one spot; all spots share a moment, for nobody waits minutes in a test. */
async function surveyBy(badges: readonly string[]) {
  const startedAt = Math.floor(Date.now() / 5000) * 5000
  for (const [index, id] of badges.entries()) await hear(id, Date.now(), strengthsAt(spots[index]!))
  return badges.map((transmitterId, index) => {
    const [x, y] = spots[index]!
    return { x, y, transmitterId, startedAt: new Date(startedAt).toISOString(), seconds: 10 }
  })
}

describe('calibrating a floor', () => {
  const badges = spots.map((_, index) => `aa00000000d${index}`)
  beforeAll(async () => {
    await server.db
      .insertInto('transmitters')
      .values(badges.map((transmitterId) => ({ transmitterId, type: 'other' })))
      .execute()
    await admin('PUT', `/api/floors/${floorId}`, { name: 'Ground floor again' })
  })

  it('refuses points at which nothing was heard, and says which', async () => {
    // Surveyed in every try: what is heard before positioning knows the badges is not theirs.
    await vi.waitFor(async () => {
      const points = await surveyBy(badges)
      const silent = { ...points[0]!, startedAt: new Date(Date.now() - 3_600_000).toISOString() }
      const { status, body } = await calibrate({ mode: 'points', points: [...points.slice(0, 3), silent] })
      expect(status).toBe(400)
      expect(body.error.issues?.[0]?.path).toBe('points.3')
    }, 10_000)
  })

  it('tells the placement planner that nothing is known of the radio yet, and refuses a floor that is none', async () => {
    const radio = await admin('GET', `/api/floors/${floorId}/radio`)
    expect(radio.body.data).toMatchObject({ referencePowerDbm: -59, pathLoss: 2, source: 'settings' })
    expect(radio.body.data.scatterDb).toBeCloseTo(6, 1)
    expect((await admin('GET', '/api/floors/00000000-0000-4000-8000-000000000000/radio')).status).toBe(404)
  })

  it('refuses to calibrate by receivers that do not hear each other', async () => {
    expect((await calibrate({ mode: 'auto' })).status).toBe(400)
  })

  it('has nothing to return to before a calibration was in use', async () => {
    expect((await rollback()).status).toBe(409)
    expect((await accept({ version: 1 })).status).toBe(404)
  })

  it('finds the offsets of the receivers and promises smaller errors', async () => {
    const proposal = await vi.waitFor(async () => {
      const points = await surveyBy(badges)
      const { status, body } = await calibrate({ mode: 'points', points })
      expect(status).toBe(200)
      return body.data
    }, 10_000)
    expect(proposal).toMatchObject({ mode: 'points', version: 1, better: true })
    expect(proposal.errorAfter.meanM).toBeLessThan(proposal.errorBefore.meanM)
    for (const { receiverId: id, offsetDb } of proposal.receivers) {
      const index = offsets.findIndex((_, i) => receiverId(i) === id)
      expect(Math.sign(offsetDb)).toBe(Math.sign(offsets[index]!))
    }
  })

  it('puts a version into use, refuses one that is not better unless forced, and goes back', async () => {
    expect((await accept({ version: 1 })).body.data).toMatchObject({ version: 1, calibratedBy: 'The admin' })
    const active = await server.db.selectFrom('floors').select('calibration').executeTakeFirstOrThrow()
    expect(active.calibration).toMatchObject({ version: 1 })
    const worse = JSON.stringify({ ...(await proposalOf(1)), version: 2, better: false })
    await server.db
      .insertInto('floorCalibrations')
      .values({ floorId, version: 2, proposal: worse, residualMaps: '{}', calibratedBy: 'Somebody' })
      .execute()
    expect((await accept({ version: 2 })).status).toBe(409)
    expect((await accept({ version: 2, force: true })).body.data.version).toBe(2)
    expect((await rollback()).body.data.version).toBe(1)
    const actions = await server.db.selectFrom('auditLog').select('action').execute()
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['floors.calibrate', 'floors.acceptCalibration', 'floors.rollbackCalibration']),
    )
  })

  it('calibrates by receivers that hear each other, and keeps the reference power of badges', async () => {
    const { version, referencePowerDbm } = (await rollback({ version: 1 })).body.data
    expect(version).toBe(1)
    // Until the readings and the version in use have reached the positioning: every try makes a proposal of its own.
    await vi.waitFor(async () => {
      for (const [index, place] of places.entries()) {
        const others = strengthsAt(place, 2.7).filter((heard) => heard.receiverId !== receiverId(index))
        await hear(receiverId(index), Date.now(), others)
      }
      const { status, body } = await calibrate({ mode: 'auto' })
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ mode: 'auto', referencePowerDbm })
      expect(body.data.version).toBeGreaterThan(2)
    }, 30_000)
  }, 40_000)
})

const proposalOf = async (version: number) =>
  (
    await server.db
      .selectFrom('floorCalibrations')
      .select('proposal')
      .where('version', '=', version)
      .executeTakeFirstOrThrow()
  ).proposal

describe('the signal monitor', () => {
  it('tells what each receiver hears against what it should, and lists the silent ones', async () => {
    const quiet = { receiverId: '0200000000cf', name: 'Silent', floorId, x: 50, y: 50 }
    await server.db.insertInto('receivers').values(quiet).execute()
    // A strong badge, so that the receiver that is 20 dB too deaf still hears it.
    const heard = strengthsAt([50, 50]).map((entry, i) => ({ ...entry, rssi: entry.rssi + (i === 0 ? -10 : 10) }))
    await vi.waitFor(async () => {
      await hear(badge, Date.now(), heard)
      const { status, body } = await admin('GET', `/api/diagnostics/signal-monitor?floorId=${floorId}`)
      expect(status).toBe(200)
      const own = body.data.links.filter((link: { transmitterId: string }) => link.transmitterId === badge)
      expect(own.length).toBe(places.length)
      const byReceiver = new Map(own.map((link: { receiverId: string; residualDb: number }) => [link.receiverId, link]))
      expect(byReceiver.get(receiverId(0))).toMatchObject({ lastRssi: expect.closeTo(heard[0]!.rssi, 3) })
      const residuals = own.map((link: { residualDb: number }) => link.residualDb)
      expect(Math.min(...residuals)).toBe(
        residuals[own.findIndex((l: { receiverId: string }) => l.receiverId === receiverId(0))],
      )
      const silent = body.data.receivers.find((receiver: { name: string }) => receiver.name === 'Silent')
      expect(silent).toMatchObject({ readingsPerSecond: 0, residualDb: null, driftDb: null })
      const first = body.data.receivers.find((receiver: { name: string }) => receiver.name === 'Receiver 0')
      expect(first.driftDb).toEqual(expect.any(Number))
    }, 10_000)
    const limited = await admin('GET', '/api/diagnostics/signal-monitor?limit=2')
    expect(limited.body.data).toMatchObject({ truncated: true })
    expect(limited.body.data.links.length).toBe(2)
  })

  it('is for those who may read diagnostics', async () => {
    const viewer = await server.as('viewer')
    expect((await viewer('GET', '/api/diagnostics/signal-monitor')).status).toBe(403)
  })
})
