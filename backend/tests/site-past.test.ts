// A site file with a past: what pages show of it is read as if it had happened here.
import { createDemoSite } from '@rollcall/simulator/demo-site'
import { createPast } from '@rollcall/simulator/past/past'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPasswords } from '../src/auth/passwords.ts'
import { recordOccupancy } from '../src/domains/dashboard/occupancy-queries.ts'
import { createFileStore, databasePlace } from '../src/files/file-store.ts'
import { importSite } from '../src/site-import.ts'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'

const [seed, employees] = [7, 10]
const site = createDemoSite({ seed, employees })
const hourMs = 3_600_000
/** Into the hour that runs, whatever the minute: it has been counted already when the past is read. */
const past = createPast({ seed, employees, site, now: (Math.floor(Date.now() / hourMs) + 0.5) * hourMs })
const [drill] = past.drills
let server: TestBackend
let admin: Caller

beforeAll(async () => {
  server = await aBackend()
  admin = await server.as('admin')
  const needs = { db: server.db, files: createFileStore(databasePlace(server.db)), passwords: createPasswords(4) }
  // A backend that runs already has counted in this hour.
  await recordOccupancy(server.db)
  // Its surveys take seconds to fit: site-survey.test.ts has them.
  await importSite(needs, { ...site, past: { ...past, surveys: [] } }, [])
}, 120_000)
afterAll(() => server?.stop())

const data = async (path: string) => {
  const reply = await admin('GET', path)
  expect(reply).toMatchObject({ status: 200 })
  return reply.body.data
}
const iso = (at: number) => new Date(at).toISOString()

describe('a site with a past', () => {
  it('plays back who was where, heats the map and counts badges on a floor', async () => {
    const { id: floorId } = await server.db
      .selectFrom('floors')
      .select('id')
      .where('level', '=', 0)
      .executeTakeFirstOrThrow()
    const span = `floorId=${floorId}&from=${iso(drill!.triggeredAt - hourMs)}&to=${iso(drill!.triggeredAt)}`
    const { points, carriers } = await data(`/api/positions/history?${span}`)
    expect(points.length).toBeGreaterThan(100)
    expect(carriers.length).toBeGreaterThan(3)
    expect((await data(`/api/positions/heat?${span}`)).cells.length).toBeGreaterThan(10)
    const presence = await data(`/api/positions/presence?${span}&parts=4`)
    expect(Math.max(...Object.values<number[]>(presence).flat())).toBeGreaterThan(3)
  })

  it('has reports of its drills, the second beside the first', async () => {
    const { items } = await data('/api/emergency?sort=triggeredAt')
    expect(items).toHaveLength(2)
    const [earlier, later] = items.toSorted((a: { triggeredAt: string }, b: { triggeredAt: string }) =>
      a.triggeredAt.localeCompare(b.triggeredAt),
    )
    const report = await data(`/api/emergency/${later.id}/report`)
    expect(report.counts).toMatchObject({ total: past.drills[1]!.people.length, unknown: 0 })
    expect(report.timings.to100).toBeGreaterThan(report.timings.to50)
    expect(report.earlier).toMatchObject([{ id: earlier.id, total: drill!.people.length }])
    expect(report.timeline.length).toBe(past.drills[1]!.people.length + 2)
    const pdf = await admin('GET', `/api/emergency/${later.id}/report/pdf`)
    expect(pdf.status).toBe(200)
  })

  it('shows a week of people on site, of the site and of its building alike', async () => {
    const span = `from=${iso(Date.now() - 8 * 86_400_000)}&to=${iso(Date.now())}`
    const { points, minutes } = await data(`/api/dashboard/occupancy?${span}`)
    const most = Math.max(...past.occupancy.map(({ people }) => people))
    expect([minutes, Math.max(...points.map((one: { most: number }) => one.most))]).toEqual([60, most])
    expect(points.length).toBeGreaterThan(100)
    const { id } = await server.db.selectFrom('buildings').select('id').executeTakeFirstOrThrow()
    expect((await data(`/api/dashboard/occupancy?${span}&buildingId=${id}`)).points).toEqual(points)
  })

  it('shows curves of batteries, and alerts that are over', async () => {
    const { items } = await data('/api/alerts?state=cleared')
    expect(items.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['battery_low', 'receiver_offline'])
    const history = await data(`/api/battery/history/${past.alerts[1]!.of}`)
    expect(JSON.stringify(history).length).toBeGreaterThan(500)
  })
})
