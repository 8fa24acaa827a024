// What a watcher sees of the simulated building while everything goes wrong, at the level of what is published: no marker jumps
// through the building, none moves back in time, not even when positioning is stopped and started again.
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { defaultSettings } from '@rollcall/contracts/domains/settings'
import { createDemoSite } from '@rollcall/simulator/demo-site'
import type { Faults } from '@rollcall/simulator/gateways/faults'
import { createWorld } from '@rollcall/simulator/world'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPasswords } from '../src/auth/passwords.ts'
import { createFileStore, databasePlace } from '../src/files/file-store.ts'
import { createAmbientDevices } from '../src/ingest/ambient/ambient-devices.ts'
import { createPhoneResolver } from '../src/ingest/identity/phone-resolver.ts'
import { readRaddec } from '../src/ingest/raddec-adapter.ts'
import { proposeCalibration } from '../src/positioning/calibration/propose.ts'
import { type Positioning, startPositioning } from '../src/positioning/engine.ts'
import type { Publisher } from '../src/realtime/publisher.ts'
import { importSite } from '../src/site-import.ts'
import { aBackend, type TestBackend } from './a-backend.ts'

const seed = 7
const receiverIds = createDemoSite({ seed }).receivers.map(({ receiverId }) => receiverId)
const windowMs = 500

/** Half minutes of trouble, one after the other. */
const troubles: readonly (readonly [string, Faults, number])[] = [
  ['nothing', {}, 20],
  ['copies and late readings', { duplicates: 0.3, late: 0.2 }, 12],
  [
    'a clock ahead and one behind',
    {
      skewedReceivers: new Map([
        [receiverIds[3]!, 4000],
        [receiverIds[7]!, -20_000],
      ]),
    },
    12,
  ],
  ['dead receivers', { deadReceivers: new Set(receiverIds.filter((_, i) => i % 4 === 0)) }, 12],
  ['bursts', { burstSeconds: 3 }, 18],
  ['silence', { silentSeconds: 20 }, 12],
]

let server: TestBackend
/** Milliseconds; everything here goes by this clock. */
let clock = 1_700_000_000_000
let failures = -1
const published: PositionEntry[] = []
const publisher: Publisher = {
  publish: (channel, { data }) => void (channel.startsWith('floor:') && published.push(...(data as PositionEntry[]))),
  deliver: async () => true,
  counters: { published: 0, failed: 0, dropped: 0 },
  async stop() {},
}

const start = (to: Publisher = publisher) =>
  startPositioning({
    db: server.db,
    publisher: to,
    identification: { phones: createPhoneResolver(), ambient: createAmbientDevices({ makerOf: () => null }) },
    propose: proposeCalibration,
    learnRests: () => Promise.reject(new Error('Nobody calibrates.')),
    log: pino({ level: 'silent' }),
    wall: () => clock,
  })

beforeAll(async () => {
  server = await aBackend()
  const needs = { db: server.db, files: createFileStore(databasePlace(server.db)), passwords: createPasswords(4) }
  await importSite(needs, createDemoSite({ seed }), [])
  const world = createWorld({ seed })
  let positioning = await start()
  for (const [index, [, faults, windows]] of troubles.entries()) {
    world.setFaults(faults)
    for (let window = 0; window < windows; window++) await pass(positioning, world)
    if (index !== 2) continue
    await positioning.stop()
    clock += 4000
    positioning = await start()
  }
  failures = positioning.counters.failures
  await positioning.stop()
}, 120_000)
afterAll(async () => server?.stop())

async function pass(positioning: Positioning, world: ReturnType<typeof createWorld>): Promise<void> {
  clock += windowMs
  const readings = world
    .tick({ seconds: windowMs / 1000, nowMs: clock })
    .flatMap((item) => readRaddec(item, clock) ?? [])
  await positioning.readings.append({ key: null, readings, batteries: [], answer: { accepted: 0, rejected: 0 } })
  const before = published.length
  await positioning.locate()
  // During silence and between bursts there is nothing to take.
  if (readings.length > 0) expect(published.length).toBeGreaterThan(before)
}

const tracks = () => {
  const byBadge = new Map<string, PositionEntry[]>()
  for (const entry of published) byBadge.set(entry.transmitterId, [...(byBadge.get(entry.transmitterId) ?? []), entry])
  return [...byBadge.values()]
}
const pairs = () => tracks().flatMap((entries) => entries.slice(1).map((entry, i) => [entries[i]!, entry] as const))

describe('the markers of a building in trouble', () => {
  it('are published for nearly everybody throughout', () => {
    expect(tracks().length).toBeGreaterThan(60)
    expect(published.length).toBeGreaterThan(60 * 50)
    expect(failures).toBe(0)
  })

  // holds rules 10-4
  it('never move faster than anybody walks, but for a first guess that is corrected within its circle', () => {
    const tooFast = tracks().flatMap((entries) => {
      let appearedAt = entries[0]!.timestamp
      return entries.slice(1).filter(({ position, timestamp }, i) => {
        const before = entries[i]!
        const seconds = (timestamp - before.timestamp) / 1000
        if (seconds > 2.5) appearedAt = timestamp
        const guessedM = timestamp - appearedAt < 12_000 ? before.accuracyM : 0
        const metres = Math.hypot(position.xM - before.position.xM, position.yM - before.position.yM)
        // Two centimetres for rounding; a position is worked out twice a second at most.
        return metres > Math.max(0.45, seconds) * defaultSettings.ble.maximumSpeedMps + guessedM + 0.02
      })
    })
    expect(tooFast).toEqual([])
  })

  it('never move back in time and are numbered upward, also across a restart', () => {
    for (const [before, after] of pairs()) {
      expect(after.timestamp).toBeGreaterThanOrEqual(before.timestamp)
      expect(after.seq).toBeGreaterThan(before.seq)
    }
  })

  it('say how old they are: a badge that fell silent keeps the time of its last reading', async () => {
    const last = new Map(published.map((entry) => [entry.transmitterId, entry]))
    const rows = await server.db.selectFrom('positionsCurrent').select(['transmitterId', 'at']).execute()
    expect(rows.length).toBe(last.size)
    for (const { transmitterId, at } of rows) expect(Date.parse(at)).toBe(last.get(transmitterId)!.timestamp)
  })

  it('are stored all the same when publishing fails, which is counted', async () => {
    const fail = () => {
      throw new Error('no relay')
    }
    const positioning = await start({ ...publisher, publish: fail })
    const seqs = async () =>
      (await server.db.selectFrom('positionsCurrent').select('seq').execute()).map(({ seq }) => seq)
    const before = Math.max(...(await seqs()))
    clock += windowMs
    const readings = createWorld({ seed })
      .tick({ seconds: 1, nowMs: clock })
      .flatMap((item) => readRaddec(item, clock) ?? [])
    await positioning.readings.append({ key: null, readings, batteries: [], answer: { accepted: 0, rejected: 0 } })
    await positioning.locate()
    expect(positioning.counters.failures).toBeGreaterThan(0)
    await positioning.stop()
    expect(Math.max(...(await seqs()))).toBeGreaterThan(before)
  })
})
