// Walls and doors of a floor: one document that is read, changed and refused as a whole, and comes with a site file.
import { wallLimits } from '@rollcall/contracts/domains/walls'
import { createDemoSite } from '@rollcall/simulator/demo-site'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPasswords } from '../src/auth/passwords.ts'
import { createFileStore, databasePlace } from '../src/files/file-store.ts'
import { importSite } from '../src/site-import.ts'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aFloor } from './site-things.ts'

let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
})
afterAll(() => backend.stop())

const points = [
  { x: 10, y: 10 },
  { x: 60, y: 10 },
  { x: 60, y: 50 },
]
const wall = { points, doors: [{ edge: 1, at: 0.25, widthM: 0.9 }] }
const many = <T>(length: number, one: T) => Array.from({ length }, () => one)
const tagOf = ({ updatedAt }: { updatedAt: string }) => ({ headers: { 'if-match': `"${updatedAt}"` } })

it('keeps walls and doors, shows them with the floor, and records who drew them', async () => {
  const { id } = await aFloor(admin)
  const path = `/api/floors/${id}/walls`
  const none = (await admin('GET', path)).body.data
  expect(none).toMatchObject({ id, walls: [] })
  const drawn = await admin('PUT', path, { walls: [wall] }, tagOf(none))
  expect(drawn).toMatchObject({ status: 200, body: { data: { id, walls: [wall] } } })
  expect((await admin('GET', path)).body.data).toEqual(drawn.body.data)
  expect((await admin('GET', `/api/context/floor/${id}`)).body.data.walls).toEqual(drawn.body.data)
  const records = (await admin('GET', `/api/audit/logs?action=walls.change&entityId=${id}`)).body.data.items
  expect(records).toMatchObject([{ before: { walls: [] }, after: { walls: [wall] } }])
  expect(await admin('PUT', path, { walls: [] })).toMatchObject({ status: 200, body: { data: { walls: [] } } })
})

it('lets one of two who draw at the same moment know that the other was first', async () => {
  const { id } = await aFloor(admin)
  const path = `/api/floors/${id}/walls`
  const read = (await admin('GET', path)).body.data
  const [one, other] = [
    { ...wall, doors: [] },
    { points: points.slice(1), doors: [] },
  ]
  const replies = await Promise.all([one, other].map((each) => admin('PUT', path, { walls: [each] }, tagOf(read))))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412])
  const first = replies.find(({ status }) => status === 200)!
  expect((await admin('GET', path)).body.data).toEqual(first.body.data)
})

it('refuses what is no wall, with the field and the limit', async () => {
  const { id } = await aFloor(admin)
  const refused = async (walls: unknown) => {
    const { status, body } = await admin('PUT', `/api/floors/${id}/walls`, { walls })
    expect(status).toBe(400)
    return JSON.stringify(body)
  }
  expect(await refused([{ points: points.slice(0, 1), doors: [] }])).toContain('walls.0.points')
  expect(await refused([wall, { points: points.slice(0, 2), doors: wall.doors }])).toContain('walls.1.doors.0.edge')
  expect(await refused([{ points: [points[0], { x: 101, y: 0 }], doors: [] }])).toContain('walls.0.points.1.x')
  const straight = { points: points.slice(0, 2), doors: [] }
  expect(await refused(many(wallLimits.walls + 1, straight))).toContain(String(wallLimits.walls))
  const long = { points: many(wallLimits.pointsOfOne, points[0]), doors: [] }
  expect(await refused(many(51, long))).toContain(`at most ${wallLimits.points} points`)
  const doors = many(wallLimits.doorsOfOne, { edge: 0, at: 0.5, widthM: 1 })
  expect(await refused(many(41, { ...straight, doors }))).toContain(`at most ${wallLimits.doors} doors`)
  expect(await admin('GET', `/api/floors/${id}/walls`)).toMatchObject({ body: { data: { walls: [] } } })
})

it('takes the walls and doors of a site file, in metres, and shows a viewer who may see zones', async () => {
  const site = createDemoSite({ seed: 7, employees: 2 })
  const needs = { db: backend.db, files: createFileStore(databasePlace(backend.db)), passwords: createPasswords(4) }
  await importSite(needs, site, [])
  const floors = await backend.db.selectFrom('floors').select(['id', 'name', 'widthM', 'heightM']).execute()
  for (const { name, walls, widthM, heightM } of site.floors) {
    const floor = floors.find((each) => each.name === name)!
    const stored = (await (await backend.as('viewer'))('GET', `/api/floors/${floor.id}/walls`)).body.data.walls
    expect(stored).toHaveLength(walls.length)
    expect(stored[0].doors).toEqual(walls[0]!.doors)
    const { xM, yM } = walls[0]!.points[1]!
    expect(stored[0].points[1]).toEqual({ x: (xM / widthM) * 100, y: (yM / heightM) * 100 })
  }
})
