// A backend that takes over from one before says nothing that did not happen: nobody "was detected" who was there all along, nobody
// "entered" where they sat, no stay is told of twice, and markers, history and numbers go on. Also with a clock that was set back.
import { defaultSettings } from '@rollcall/contracts/domains/settings'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAmbientDevices } from '../src/ingest/ambient/ambient-devices.ts'
import { createPhoneResolver } from '../src/ingest/identity/phone-resolver.ts'
import { proposeCalibration } from '../src/positioning/calibration/propose.ts'
import { type Positioning, startPositioning } from '../src/positioning/engine.ts'
import type { Publisher } from '../src/realtime/publisher.ts'
import { aDatabase, type TestDatabase } from './a-database.ts'
import { aHall, badges, receivers } from './a-hall.ts'

const minute = 60_000

let database: TestDatabase
let zoneId: string
let positioning: Positioning
/** What the machine says. */
let wall = Date.parse('2026-11-15T10:00:00Z')
let published: PositionEntry[] = []
const publisher: Publisher = {
  publish: (channel, { data }) => void (channel.startsWith('floor:') && published.push(...(data as PositionEntry[]))),
  deliver: async () => true,
  counters: { published: 0, failed: 0, dropped: 0 },
  async stop() {},
}

const start = async () => {
  positioning = await startPositioning({
    db: database.connection.db,
    publisher,
    identification: { phones: createPhoneResolver(), ambient: createAmbientDevices({ makerOf: () => null }) },
    propose: proposeCalibration,
    learnRests: () => Promise.reject(new Error('Nobody calibrates.')),
    log: pino({ level: 'silent' }),
    wall: () => wall,
  })
}

beforeEach(async () => {
  database = await aDatabase()
  published = []
  zoneId = await aHall(database.connection.db)
  await start()
})
afterEach(async () => database.drop())

/** So many seconds pass in which the badges are heard once each. */
async function listen(seconds: number, heard: readonly string[] = badges): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    wall += 1000
    const arrivedAt = positioning.clock.now()
    const readings = heard.flatMap((transmitterId) =>
      receivers.map((receiverId, i) => ({ transmitterId, receiverId, rssi: -60 - i, at: arrivedAt, arrivedAt })),
    )
    await positioning.readings.append({ key: null, readings, batteries: [], answer: { accepted: 0, rejected: 0 } })
    await positioning.locate()
  }
}

/** The backend is killed after its last writing; another begins so much later by the machine's clock. */
async function restart(afterMs: number): Promise<void> {
  await positioning.stop()
  wall += afterMs
  await start()
}

const said = async () =>
  (await database.connection.db.selectFrom('activity').select(['type', 'transmitterId']).orderBy('id').execute())
    .map(({ type, transmitterId }) => `${type} ${transmitterId}`)
    .sort()
const stored = () =>
  database.connection.db.selectFrom('positionsCurrent').selectAll().orderBy('transmitterId').execute()
const inZoneForLonger = (interval: string) =>
  sql`UPDATE positions_current SET noted_since = noted_since - ${interval}::interval`.execute(database.connection.db)
const once = (type: string, who: readonly string[] = badges) => who.map((badge) => `${type} ${badge}`)
const arrivals = [...once('detected'), ...once('restricted_zone'), ...once('zone_entered')].sort()

describe('a backend that takes over', { timeout: 120_000 }, () => {
  it.each([
    ['at once', 0],
    ['after ten seconds', 10_000],
    ['after two minutes', 2 * minute],
    ['after twenty minutes', 20 * minute],
    ['with a clock that was set back by an hour', -60 * minute],
  ])('%s says nothing anew of those who stayed', async (_, afterMs) => {
    await listen(50)
    await restart(afterMs)
    await listen(50)
    await positioning.stop()
    expect(await said()).toEqual(arrivals)
    expect((await stored()).map((row) => row.zoneId)).toEqual([zoneId, zoneId, zoneId])
  })

  it('says that somebody stays for long when they have stayed for long, once', async () => {
    await listen(50)
    await positioning.stop()
    await inZoneForLonger('13 minutes')
    // Nobody knows of the quarter of an hour in which nobody listened.
    await restart(20 * minute)
    await listen(5)
    await positioning.stop()
    expect((await said()).filter((line) => line.startsWith('dwell'))).toEqual([])
    await inZoneForLonger('15 minutes')
    for (let times = 0; times < 2; times++) {
      await restart(1000)
      await listen(2)
      await positioning.stop()
      expect((await said()).filter((line) => line.startsWith('dwell'))).toEqual(once('dwell'))
    }
  })

  it('misses those who fell silent after it has listened for as long as it takes, and detects anew who comes back', async () => {
    await listen(50)
    await restart(20 * minute)
    const [first, ...others] = badges
    await listen(290, others)
    await positioning.stop()
    expect(await said()).toEqual(arrivals)
    await listen(30, others)
    await listen(1)
    await positioning.stop()
    expect(await said()).toContain(`zone_left ${first}`)
    expect((await said()).filter((line) => line === `detected ${first}`)).toHaveLength(2)
  })

  it('detects everybody anew after more than an hour without anybody listening', async () => {
    await listen(2)
    await restart(61 * minute)
    await listen(2)
    await positioning.stop()
    expect((await said()).filter((line) => line === `detected ${badges[0]}`)).toHaveLength(2)
  })

  it.each([
    ['later', 5000],
    ['with a clock that was set back', -60 * minute],
  ])('numbers positions upward and adds nothing to the history of who rests, %s', async (_, afterMs) => {
    const historyOf = () =>
      database.connection.db.selectFrom('positionHistory').select('at').where('transmitterId', '=', badges[0]).execute()
    await listen(20)
    await positioning.stop()
    const [before, kept] = [published.at(-1)!, await historyOf()]
    await restart(afterMs)
    await listen(3)
    await positioning.stop()
    expect(published.at(-1)!.seq).toBeGreaterThan(before.seq)
    expect((await stored())[0]?.seq).toBeGreaterThan(before.seq)
    expect(await historyOf()).toHaveLength(kept.length)
    const { xM, yM } = published.find(
      ({ seq, transmitterId }) => seq > before.seq && transmitterId === badges[0],
    )!.position
    const from = published.findLast(
      ({ seq, transmitterId }) => seq <= before.seq && transmitterId === badges[0],
    )!.position
    expect(Math.hypot(xM - from.xM, yM - from.yM)).toBeLessThan(defaultSettings.ble.maximumSpeedMps * 10)
  })
})

describe('a clock that is set back while the backend runs', { timeout: 120_000 }, () => {
  it('freezes nothing and invents nothing', async () => {
    await listen(50)
    const before = { count: published.length, seq: published.at(-1)!.seq }
    wall -= 60 * minute
    await listen(60)
    await positioning.stop()
    expect(published.length - before.count).toBeGreaterThanOrEqual(3 * 58)
    expect(published.at(-1)!.seq).toBeGreaterThan(before.seq)
    expect(published.at(-1)!.timestamp).toBe(wall)
    expect((await stored()).map((row) => [row.at, row.zoneId])).toEqual(
      badges.map(() => [new Date(wall).toISOString(), zoneId]),
    )
    expect(await said()).toEqual(arrivals)
    const seen = await database.connection.db.selectFrom('transmitters').select('lastSeenAt').execute()
    for (const { lastSeenAt } of seen) expect(Date.parse(lastSeenAt!)).toBeGreaterThan(wall - minute)
  })

  it('keeps a silent badge as long silent as it was', async () => {
    await listen(20)
    await listen(40, badges.slice(1))
    wall -= 60 * minute
    await listen(5, badges.slice(1))
    await positioning.stop()
    const [silent] = await stored()
    expect(wall - Date.parse(silent!.at)).toBeGreaterThanOrEqual(44_000)
    expect(wall - Date.parse(silent!.at)).toBeLessThanOrEqual(47_000)
  })
})
