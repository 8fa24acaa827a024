// Readiness falls for every fault that the simulator can make, names it, and rises again when it is over: its world with the
// fault → the first steps of positioning → PostgreSQL → GET /api/emergency/readiness. A minute or two is played in a moment, ending now.
import { createDemoSite } from '@rollcall/simulator/demo-site'
import { createWorld, type WorldOptions } from '@rollcall/simulator/world'
import { readinessChannel } from '@rollcall/contracts/channels'
import type { Readiness, ReadinessCode, ReadinessHistory } from '@rollcall/contracts/domains/readiness'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPasswords } from '../src/auth/passwords.ts'
import { reevaluateStatus } from '../src/domains/receivers/receiver-queries.ts'
import { createFileStore, databasePlace } from '../src/files/file-store.ts'
import { formats } from '../src/ingest/formats.ts'
import { emptyBatch } from '../src/positioning/batch.ts'
import { runPipeline } from '../src/positioning/pipeline.ts'
import { saveBatteries, touchReceivers } from '../src/positioning/position-queries.ts'
import { createPositioningMemory } from '../src/positioning/positioning-steps.ts'
import { compileSite, type SiteModel } from '../src/positioning/site-model.ts'
import { readSite } from '../src/positioning/site-queries.ts'
import { guardStep } from '../src/positioning/steps/guard.ts'
import { identifyStep } from '../src/positioning/steps/identify.ts'
import { smoothStep } from '../src/positioning/steps/smooth.ts'
import { importSite } from '../src/site-import.ts'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aRelayStandIn } from './a-relay-stand-in.ts'
import { eventually } from './eventually.ts'

type Faults = NonNullable<WorldOptions['faults']>

const [seed, employees] = [7, 10]
const site = createDemoSite({ seed, employees })
const receiverIds = site.receivers.map(({ receiverId }) => receiverId)
const [first = '', second = '', third = ''] = receiverIds
/** As everywhere: a little goes wrong all the time. */
const usual: Faults = { duplicates: 0.01, late: 0.005 }

let relay: Awaited<ReturnType<typeof aRelayStandIn>>
let server: TestBackend
let viewer: Caller
let model: SiteModel

beforeAll(async () => {
  relay = await aRelayStandIn()
  server = await aBackend({ REALTIME_PUBLISH_URL: relay.url })
  viewer = await server.as('viewer')
  const needs = { db: server.db, files: createFileStore(databasePlace(server.db)), passwords: createPasswords(4) }
  await importSite(needs, site, [])
  model = compileSite(await readSite(server.db), null)
  await play(usual)
}, 120_000)

afterAll(async () => {
  await server?.stop()
  await relay?.stop()
})

/** As a backend that has just started: what it knows of receivers is what it hears in these seconds, of which the last is now. */
async function play(faults: Faults, seconds = 20): Promise<void> {
  await sql`UPDATE receivers SET last_seen_at = last_seen_at - interval '10 minutes'`.execute(server.db)
  const { health, counters, devices } = createPositioningMemory()
  const steps = [guardStep(health, counters), identifyStep(devices), smoothStep(counters, health, devices, 0)]
  const world = createWorld({ seed, employees, faults, receiversAdvertise: true })
  const startMs = Date.now() - seconds * 1000
  for (let second = 1; second <= seconds; second++) {
    const nowMs = startMs + second * 1000
    const { readings } = formats.raddec(world.tick({ seconds: 1, nowMs }), nowMs, null)
    runPipeline(steps, emptyBatch(nowMs, model, readings), (_, error) => expect.unreachable(String(error)))
  }
  await touchReceivers(server.db, health.takeChanged())
  await saveBatteries(server.db, formats.dynamb(world.batteries(Date.now()), Date.now(), null).batteries)
  // However long the playing took: the last of it was now, for as long as it is looked at.
  await server.db.transaction().execute(async (tx) => {
    const ended = new Date(startMs + seconds * 1000)
    await sql`UPDATE receivers SET last_seen_at = last_seen_at + (now() - ${ended}::timestamptz)`.execute(tx)
    await reevaluateStatus(tx)
  })
}

const readiness = async (): Promise<Readiness> => (await viewer('GET', '/api/emergency/readiness')).body.data
const costOf = ({ buildings }: Readiness, wanted: ReadinessCode) =>
  buildings[0]!.reasons.find(({ code }) => code === wanted)

const faults: [string, Faults, ReadinessCode, { seconds?: number; names?: number }?][] = [
  ['dead receivers', { deadReceivers: new Set([first, second, third]) }, 'receivers_silent', { names: 3 }],
  [
    'receivers that fail for minutes',
    { failingReceivers: new Set([first]) },
    'receivers_silent',
    { seconds: 215, names: 1 },
  ],
  [
    'flat badges',
    { flatBadges: new Set(site.people.slice(0, 6).map(({ transmitterId }) => transmitterId)) },
    'badges_flat',
  ],
  ['a clock that is ahead', { skewedReceivers: new Map([[first, 30_000]]) }, 'receivers_clock', { names: 1 }],
  ['a clock that is behind', { skewedReceivers: new Map([[first, -30_000]]) }, 'receivers_clock', { names: 1 }],
  // Before it has asked anybody for the time, a gateway thinks that it is 1970.
  [
    'a clock that was never set',
    { skewedReceivers: new Map([[first, 500_000 - Date.now()]]) },
    'receivers_clock',
    { names: 1 },
  ],
  ['readings held back and sent at once', { burstSeconds: 20 }, 'receivers_pausing', { seconds: 61 }],
  ['silence at the start of every minute', { silentSeconds: 20 }, 'receivers_pausing', { seconds: 90 }],
  ['readings sent twice', { duplicates: 0.5 }, 'readings_twice'],
  ['readings that come late', { late: 0.5 }, 'readings_late'],
]

describe('readiness with the faults of the simulator', () => {
  it.each(faults)(
    'falls for %s, names it, and rises again',
    async (_, fault, code, { seconds, names } = {}) => {
      const before = await readiness()
      await play({ ...usual, ...fault }, seconds)
      const fallen = await readiness()
      expect(fallen.score).toBeLessThan(before.score)
      const [then, now] = [costOf(before, code), costOf(fallen, code)]
      expect(now?.points ?? 0).toBeGreaterThan(then?.points ?? 0)
      expect(now?.faulty ?? 0).toBeGreaterThan(then?.faulty ?? 0)
      expect(now?.names.length).toBe(names ?? now?.names.length)
      await play(usual)
      expect((await readiness()).score).toBe(before.score)
    },
    120_000,
  )

  it('names every receiver when the whole line is dead, and none that was never wrong before', async () => {
    await play(usual)
    expect(costOf(await readiness(), 'receivers_silent')).toBeUndefined()
    await sql`UPDATE receivers SET last_seen_at = last_seen_at - interval '10 minutes'`.execute(server.db)
    await reevaluateStatus(server.db)
    expect(costOf(await readiness(), 'receivers_silent')).toMatchObject({ faulty: receiverIds.length, points: 18 })
    await play(usual)
    expect(costOf(await readiness(), 'receivers_silent')).toBeUndefined()
  }, 120_000)

  it('keeps what happened, with its reason, and tells pages of it', async () => {
    const work = server.backend.background.all.find(({ name }) => name === 'readiness')!
    /** Ten minutes after the time before. */
    const record = async () => {
      await sql`UPDATE readiness_history SET at = at - interval '10 minutes'`.execute(server.db)
      await work.run()
    }
    await record()
    const { score } = await readiness()
    const told = relay.publications.length
    await record()
    await sql`UPDATE receivers SET status = 'offline'`.execute(server.db)
    await record()
    const fallen = (await readiness()).score
    await sql`UPDATE receivers SET status = 'online'`.execute(server.db)
    await record()
    const history: ReadinessHistory = (await viewer('GET', '/api/emergency/readiness/history?days=1')).body.data
    expect(history.changes.slice(0, 2)).toMatchObject([
      { from: fallen, to: score, because: 'receivers_silent' },
      { from: score, to: fallen, because: 'receivers_silent' },
    ])
    expect(history.points.at(-1)?.score).toBe(score)
    expect(Math.min(...history.points.map((point) => point.score))).toBe(fallen)
    await eventually('the pages are told', async () =>
      relay.publications.slice(told).some(({ channel }) => channel === readinessChannel),
    )
    // Nothing changed between the first two: one line.
    const [building] = (await readiness()).buildings
    const { rows } = await sql`SELECT FROM readiness_history WHERE place = ${building!.buildingId}`.execute(server.db)
    expect(rows).toHaveLength(3)
  })
})
