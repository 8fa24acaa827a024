// The past is told with what came after: GET /api/positions/history smooths what is stored, whatever of it is asked for.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aBadge, aFloor } from './site-things.ts'

let backend: TestBackend
let admin: Caller
let floorId = ''
let otherFloorId = ''
/** A full minute some hours ago. */
const start = Math.floor(Date.now() / 60_000) * 60_000 - 3 * 3_600_000

type Step = { second: number; xM: number; floorId?: string }
type Told = { timestamp: number; accuracyM: number; position: { x: number; xM: number } }

async function aWalk(steps: readonly Step[]): Promise<string> {
  const transmitterId = String((await aBadge(admin))['transmitterId'])
  const rows = steps.map(({ second, xM, floorId: floor = floorId }) => {
    const place = { x: xM * 2, y: 25, xM, yM: 10, method: 'grid' as const, accuracyM: 2.45 }
    return { ...place, transmitterId, floorId: floor, at: new Date(start + second * 1000) }
  })
  await backend.db.insertInto('positionHistory').values(rows).execute()
  return transmitterId
}

async function told(query: string, toSecond = 60): Promise<{ points: Told[]; truncated: boolean }> {
  const span = `from=${new Date(start).toISOString()}&to=${new Date(start + toSecond * 1000).toISOString()}`
  const { status, body } = await admin('GET', `/api/positions/history?${span}&${query}`)
  expect(status).toBe(200)
  return body.data
}

const metres = ({ points }: { points: Told[] }) => points.map(({ position }) => position.xM)

/** One step a second, with a spread of a metre: half of the way to where the next one was told. */
const walk = [10, 11, 12, 13, 14].map((xM, second) => ({ second, xM }))
const smoothed = [10.94, 11.88, 12.75, 13.5, 14]

beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  floorId = (await aFloor(admin, { name: 'Ground', level: 0 })).id
  otherFloorId = (await aFloor(admin, { name: 'First', level: 1 })).id
})
afterAll(() => backend.stop())

describe('GET /api/positions/history', () => {
  it('tells each place with what came after it, in percent and metres', async () => {
    const transmitterId = await aWalk(walk)
    const { points } = await told(`transmitterId=${transmitterId}`)
    expect(points.map(({ position }) => position.xM)).toEqual(smoothed)
    expect(points.map(({ position }) => position.x)).toEqual([21.875, 23.75, 25.5, 27, 28])
    expect(points.map(({ timestamp }) => timestamp)).toEqual(walk.map(({ second }) => start + second * 1000))
    expect(points.map(({ accuracyM }) => accuracyM)).toEqual(walk.map(() => 2.45))
  })

  it('tells the same place to whoever asks for less of it', async () => {
    const transmitterId = await aWalk(walk)
    expect(metres(await told(`transmitterId=${transmitterId}`, 2))).toEqual(smoothed.slice(0, 2))
    const cut = await told(`transmitterId=${transmitterId}&limit=2`)
    expect([metres(cut), cut.truncated]).toEqual([smoothed.slice(0, 2), true])
    expect(metres(await told(`transmitterId=${transmitterId}&everySeconds=3`))).toEqual([smoothed[2], smoothed[4]])
  })

  it('does not draw a place towards where the badge came back to from another floor', async () => {
    const steps = [
      { second: 0, xM: 10 },
      { second: 1, xM: 11, floorId: otherFloorId },
      { second: 2, xM: 12 },
    ]
    const transmitterId = await aWalk(steps)
    expect(metres(await told(`transmitterId=${transmitterId}&floorId=${floorId}`))).toEqual([10, 12])
  })
})
