// A site file whose past has surveys: the floors are calibrated as if an administrator had measured them and accepted the proposal then.
import { createDemoSite } from '@rollcall/simulator/demo-site'
import { surveyFloors } from '@rollcall/simulator/past/survey'
import type { Site, SitePast } from '@rollcall/contracts/site'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPasswords } from '../src/auth/passwords.ts'
import { createFileStore, databasePlace } from '../src/files/file-store.ts'
import { importSite } from '../src/site-import.ts'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'

const [seed, employees] = [7, 2]
const site = createDemoSite({ seed, employees })
const acceptedAt = Date.now() - 7 * 86_400_000
const surveyor = {
  role: 'admin',
  email: 'ada@example.com',
  displayName: 'Ada Admin',
  password: 'a-long-password',
} as const
const surveys = surveyFloors({ seed }).map((places, floor) => ({ floor, acceptedAt: acceptedAt + floor, places }))
const past: SitePast = { tracks: [], occupancy: [], batteries: [], drills: [], alerts: [], surveys }
let server: TestBackend
let admin: Caller

beforeAll(async () => {
  server = await aBackend()
  admin = await server.as('admin')
  await importDemo({ ...site, past })
}, 120_000)
afterAll(() => server?.stop())

function importDemo(demo: Site) {
  const needs = { db: server.db, files: createFileStore(databasePlace(server.db)), passwords: createPasswords(4) }
  return importSite(needs, demo, [surveyor])
}

async function floorsOf() {
  const building = await server.db.selectFrom('buildings').select('id').executeTakeFirstOrThrow()
  const { body } = await admin('GET', `/api/buildings/${building.id}`)
  return body.data.floors as { id: string; level: number; calibration: Record<string, unknown> | null }[]
}

describe('a site that was surveyed', () => {
  it('has a calibration in use on each floor, of the day and by the administrator of the site', async () => {
    const floors = await floorsOf()
    expect(floors).toHaveLength(2)
    for (const { level, calibration } of floors) {
      const receivers = site.receivers.filter(({ floor }) => floor === site.floors[level]!.key)
      expect(calibration).toMatchObject({
        version: 1,
        calibratedBy: 'Ada Admin',
        calibratedAt: new Date(acceptedAt + level).toISOString(),
      })
      expect(calibration!['receiverOffsets']).toHaveLength(receivers.length)
    }
  })

  it('keeps the proposal as the page does: better, nobody accused, one map to each receiver, the past its date', async () => {
    const rows = await server.db.selectFrom('floorCalibrations').selectAll().orderBy('activatedAt').execute()
    expect(rows).toHaveLength(2)
    for (const [at, { proposal, residualMaps, createdAt, activatedAt, calibratedBy }] of rows.entries()) {
      const when = new Date(acceptedAt + at)
      expect([createdAt, activatedAt].map((time) => new Date(time!).getTime())).toEqual([
        when.getTime(),
        when.getTime(),
      ])
      expect(calibratedBy).toBe('Ada Admin')
      expect(proposal).toMatchObject({ mode: 'points', version: 1, better: true, createdAt: when.toISOString() })
      expect(proposal.errorAfter!.meanM).toBeLessThan(3)
      expect(proposal.receivers.filter(({ suspicious, seemsAt }) => suspicious || seemsAt)).toEqual([])
      expect(Object.keys(residualMaps)).toHaveLength(proposal.receivers.length)
    }
  })

  it('is what positioning and the placement planner go by', async () => {
    for (const { id, calibration } of await floorsOf()) {
      await vi.waitFor(async () => {
        const radio = await admin('GET', `/api/floors/${id}/radio`)
        const { referencePowerDbm, pathLoss } = calibration!
        expect(radio.body.data).toMatchObject({ source: 'calibrated', referencePowerDbm, pathLoss })
      }, 10_000)
    }
  })

  it('has nothing to return to, and can return to the survey once another calibration was in use', async () => {
    const [floor] = await floorsOf()
    const path = `/api/floors/${floor!.id}/calibrate`
    expect((await admin('POST', `${path}/rollback`, {})).status).toBe(409)
    const first = await server.db
      .selectFrom('floorCalibrations')
      .selectAll()
      .where('floorId', '=', floor!.id)
      .executeTakeFirstOrThrow()
    const proposal = JSON.stringify({ ...first.proposal, version: 2 })
    const next = { ...first, version: 2, proposal, residualMaps: JSON.stringify(first.residualMaps), activatedAt: null }
    await server.db.insertInto('floorCalibrations').values(next).execute()
    expect((await admin('POST', `${path}/accept`, { version: 2 })).status).toBe(200)
    const back = await admin('POST', `${path}/rollback`, {})
    expect(back.body.data).toMatchObject({ version: 1, calibratedBy: 'Ada Admin' })
  })

  it('is refused whole when it surveys a floor that it does not have', async () => {
    const wrong = { ...past, surveys: [{ ...surveys[0]!, floor: 2 }] }
    await expect(importDemo({ ...site, past: wrong })).rejects.toThrow('surveys a floor that it does not have: 2')
    expect(await floorsOf()).toHaveLength(2)
  })
})
