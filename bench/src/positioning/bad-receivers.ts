// How often a bad receiver is named, and a good one accused, in simulated halls with people walking about: one that loses strength after
// ten minutes, by what badges are heard from places that the others give; and one that is drawn six metres from where it hangs, by a
// survey. Called by positioning-bench.ts.
import { assessFloor } from '@rollcall/backend/positioning/receiver-check/assess-floor'
import { proposeCalibration } from '@rollcall/backend/positioning/calibration/propose'
import type { Reading } from '@rollcall/backend/ingest/reading'
import { defaultSettings } from '@rollcall/contracts/domains/settings'
import { createRandom, type Random } from '@rollcall/simulator/random'
import { createStroll, openHall, survey } from './halls.ts'
import { createPositioningRun } from './replay.ts'
import { siteOf } from './tracks.ts'

export type NamingScore = { trials: number; named: number; accused: number }
export type LostDb = 0 | 10 | 15

const startMs = 1_700_000_000_000
const people = 10
/** Seconds with all receivers well, then with the bad one; a badge advertises once a second. */
const spans = { well: 600, bad: 300 } as const
const movedM = 6
/** Of what receivers hear at a strength (positioning 6). */
const audible = (rssi: number) => 1 / (1 + Math.exp(-(rssi + 92) / 2))

export async function scoreWeakened(seeds: readonly number[], lostDb: LostDb): Promise<NamingScore> {
  const score = { trials: seeds.length, named: 0, accused: 0 }
  for (const seed of seeds) {
    const { victim, found } = await weakened(seed, lostDb)
    if (lostDb > 0 && found.has(victim)) score.named++
    score.accused += [...found].filter((id) => lostDb === 0 || id !== victim).length
  }
  return score
}

async function weakened(seed: number, lostDb: LostDb) {
  const random = createRandom(seed)
  const hall = openHall(random)
  const { receivers, building } = hall
  const victim = random.fork('victim').pick(receivers).receiverId
  const badges = Array.from({ length: people }, (_, i) => `aa00000000${String(i).padStart(2, '0')}`)
  const run = createPositioningRun(siteOf({ ...building, receivers }, null, badges))
  const tick = createCrowd(hall, random.fork('crowd'), badges)
  const thin = random.fork('thin')
  for (let second = 1; second <= spans.well + spans.bad; second++) {
    const now = startMs + second * 1000
    const isBad = second > spans.well && lostDb > 0
    // What remains of the strength decides once more whether it is heard.
    const readings = tick(now).flatMap((reading) => {
      if (!isBad || reading.receiverId !== victim) return [reading]
      const rssi = reading.rssi - lostDb
      return thin.chance(audible(rssi) / audible(reading.rssi)) ? [{ ...reading, rssi }] : []
    })
    run.take(readings, now)
  }
  const { floor, rows } = run.noted('floor')
  const judged = await assessFloor(floor, rows)
  return { victim, found: new Set(floor.receivers.flatMap((one, i) => (judged[i]!.against ? [one.receiverId] : []))) }
}

/** People who walk and rest, with their badges on their chests. */
function createCrowd({ building, hear }: ReturnType<typeof openHall>, random: Random, badges: readonly string[]) {
  const anywhere = () => {
    return { x: random.between(1, building.widthM - 1), y: random.between(1, building.heightM - 1) }
  }
  const carriers = badges.map((transmitterId, index) => {
    const move = createStroll(anywhere, random)
    return { transmitterId, index, powerDb: 1.5 * random.gaussian(), move, at: move(), heading: random.between(0, 6) }
  })
  return (now: number): Reading[] => {
    const readings: Reading[] = []
    for (const carrier of carriers) {
      const { transmitterId, index, powerDb, move, at: from } = carrier
      // The stroll goes by half seconds.
      move()
      const { x, y } = (carrier.at = move())
      if (x !== from.x || y !== from.y) carrier.heading = Math.atan2(y - from.y, x - from.x)
      hear({ index, powerDb, level: 0, x, y, heading: carrier.heading }, (receiverId, rssi) => {
        readings.push({ transmitterId, receiverId, rssi, at: now - random.index(400), arrivedAt: now })
      })
    }
    return readings
  }
}

export async function scoreMisplaced(seeds: readonly number[], isMoved: boolean): Promise<NamingScore> {
  const score = { trials: seeds.length, named: 0, accused: 0 }
  for (const seed of seeds) {
    const { victim, found } = await misplaced(seed, isMoved)
    if (isMoved && found.includes(victim)) score.named++
    score.accused += found.filter((id) => !isMoved || id !== victim).length
  }
  return score
}

async function misplaced(seed: number, isMoved: boolean) {
  const random = createRandom(seed)
  const { building, receivers, hear } = openHall(random)
  const pick = random.fork('victim')
  const victim = pick.pick(receivers)
  const elsewhere = () => {
    const angle = pick.between(0, 2 * Math.PI)
    return { xM: victim.xM + movedM * Math.cos(angle), yM: victim.yM + movedM * Math.sin(angle) }
  }
  const isInside = ({ xM, yM }: { xM: number; yM: number }) =>
    xM > 0 && yM > 0 && xM < building.widthM && yM < building.heightM
  let drawnAt = elsewhere()
  while (!isInside(drawnAt)) drawnAt = elsewhere()
  const drawn = receivers.map((one) => (isMoved && one === victim ? { ...one, ...drawnAt } : one))
  const tag = { index: 1, powerDb: 0, level: 0, heading: null }
  const points = survey(building, (place, heard) => hear({ ...tag, ...place }, heard), random.fork('walk'))
  const { referencePowerDbm: referenceDbm, pathLossExponent: exponent } = defaultSettings.ble
  const textbook = { referenceDbm, exponent, offsets: new Map(), maps: new Map() }
  const whole = { bounds: building, receivers: drawn, points, referenceDbm }
  const { numbers } = await proposeCalibration(whole, 'points', textbook)
  return { victim: victim.receiverId, found: numbers.receivers.flatMap((one) => (one.seemsAt ? [one.receiverId] : [])) }
}
