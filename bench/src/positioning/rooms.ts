// `--only rooms`: what people ask of the simulated head office: which room, and what is written down about it. Every second of every
// person is held against the true room; a visit is a true stay in a room that somebody would write down.
import { readRaddec } from '@rollcall/backend/ingest/raddec-adapter'
import type { ActivityRecord } from '@rollcall/backend/positioning/batch'
import type { Strength } from '@rollcall/backend/positioning/learnt-strength'
import type { FloorRest } from '@rollcall/backend/positioning/rest-memory'
import type { SiteRows } from '@rollcall/backend/positioning/site-queries'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { createHeadOffice, type Variant } from '@rollcall/simulator/building/head-office'
import { Settings } from '@rollcall/simulator/config'
import { createDemoSite } from '@rollcall/simulator/demo-site'
import { createDemoWorld } from '@rollcall/simulator/demo-world'
import { createWorld, type Truth, type World } from '@rollcall/simulator/world'
import { printTable, type Goal } from '../measuring/report.ts'
import { surveyOffice } from './office-survey.ts'
import { createPositioningRun } from './replay.ts'
import { siteOf } from './simulation.ts'
import { taughtOffice } from './taught-office.ts'

/**
 * `inEveryRoom`: instead of 14 receivers on a floor there is one more in every room that has none. `isSurveyed`: both floors, before
 * anybody came. `isLearnt`: the badges were worn for a while, and begin with what the product stored of their strength. `isDemo`: as
 * `npm start` begins, with everything that is on its air and the receiver that fails; with another seed than its own, another such demo.
 * `isTaught`: nobody surveyed it, but it learnt from badges at rest for an hour and a half, whose strengths are kept as well.
 * `had`: share of the seconds with the right room when the demo was not surveyed yet (bench/journals/rooms.md).
 */
type RoomsCase = {
  seed: number
  variant: Variant
  inEveryRoom?: true
  isSurveyed?: true
  isLearnt?: true
  isDemo?: true
  isTaught?: true
  had?: number
}
/** What runs under `npm start`. */
const demoSettings = Settings.parse({ INGEST_KEY: 'no request is made' })
const demo = { variant: 'plain', isSurveyed: true, isDemo: true } as const
const used = { isSurveyed: true, isLearnt: true } as const
const buildings: readonly RoomsCase[] = [
  { seed: demoSettings.SIMULATOR_SEED, ...demo },
  // Shown beside it: other radios.
  { seed: 21, ...demo },
  { seed: 22, ...demo },
  { seed: 7, variant: 'plain', had: 0.736 },
  { seed: 11, variant: 'plain', had: 0.698 },
  { seed: 3, variant: 'plain', had: 0.747 },
  { seed: 7, variant: 'annex', had: 0.751 },
  { seed: 11, variant: 'atrium', had: 0.695 },
  { seed: 7, variant: 'plain', inEveryRoom: true },
  { seed: 11, variant: 'plain', inEveryRoom: true },
  { seed: 7, variant: 'plain', isSurveyed: true },
  { seed: 11, variant: 'plain', isSurveyed: true },
  { seed: 7, variant: 'plain', isLearnt: true, had: 0.761 },
  { seed: 11, variant: 'plain', isLearnt: true, had: 0.657 },
  { seed: 7, variant: 'plain', isTaught: true },
  { seed: 11, variant: 'plain', isTaught: true },
  { seed: 7, variant: 'plain', ...used },
  { seed: 11, variant: 'plain', ...used },
  // Nothing was ever chosen with these in view.
  { seed: 21, variant: 'plain', ...used },
  { seed: 22, variant: 'plain', ...used },
  { seed: 7, variant: 'plain', inEveryRoom: true, ...used },
  { seed: 21, variant: 'plain', inEveryRoom: true, ...used },
]
const seconds = 300
/** So long badges are worn before their strength is taken for learnt. */
const learnSeconds = 600
/** So long badges at rest are listened to before the floors are calibrated by them. */
const teachSeconds = 5400
/** Filters and learners settle first. */
const settleSeconds = 30
/** A shorter stay in a room is passing through. */
const visitSeconds = 30
const startMs = 1_700_000_000_000

export type RoomScore = {
  /** Shares of the seconds: with the right room named as the zone or as "near", as the zone; and with none or another named. */
  right: number
  rightZone: number
  none: number
  wrong: number
  /** Metres, on the right floor. */
  meanM: number
  /** Per hour of one person: lines about zones, and true visits. */
  linesPerHour: number
  visitsPerHour: number
}

/** `only`: those whose name holds it. */
export async function roomScores(only = '') {
  const scores: (RoomsCase & RoomScore)[] = []
  for (const building of buildings)
    if (nameOf(building).includes(only)) scores.push({ ...building, ...(await scoreRooms(building)) })
  printTable(
    `Rooms of the simulated head office, ${seconds} s`,
    ['seed', 'right room', 'as the zone', 'none named', 'another', 'mean m', 'lines per person-hour', 'true visits'],
    scores.map((row) => [
      nameOf(row),
      row.right,
      row.rightZone,
      row.none,
      row.wrong,
      row.meanM,
      row.linesPerHour,
      row.visitsPerHour,
    ]),
  )
  const goals = scores.flatMap(({ right, linesPerHour, visitsPerHour, ...building }): Goal[] => {
    const says = `rooms, ${nameOf(building)}`
    const atLeast = leastRight(building)
    return [
      ...(atLeast === null ? [] : [{ says: `${says}: right room`, measured: right, atLeast }]),
      { says: `${says}: lines for each visit`, measured: linesPerHour / visitsPerHour, atMost: 1.5 },
      { says: `${says}: visits that took place`, measured: visitsPerHour, atLeast: 1 },
    ]
  })
  return { scores, goals }
}

/**
 * The demo building had 62 to 67 % before zones informed the belief; half of the wrong seconds are gone with 83 %, and with a receiver in
 * every room 90 % are asked. Both are of offices that somebody surveyed, as the demo is. Where nobody did, no rule about rooms makes up
 * for what the model does not know of the walls (bench/journals/rooms.md): they stay as right as they were, but for a point; with a receiver
 * in every room they are shown and not judged. So are demos of other seeds, which nobody runs: one of them misses 83 % in the
 * hour in which people arrive. A floor that learnt from rests for an hour and a half had 80.7 and 82.6 %.
 */
function leastRight({ seed, isDemo, isSurveyed, isTaught, inEveryRoom, had }: RoomsCase): number | null {
  if (isDemo && seed !== demoSettings.SIMULATOR_SEED) return null
  if (isSurveyed) return inEveryRoom ? 0.9 : 0.83
  if (isTaught) return 0.78
  return had === undefined ? null : had - 0.01
}

const nameOf = ({ seed, variant, inEveryRoom, isSurveyed, isLearnt, isDemo, isTaught }: RoomsCase) =>
  [
    isDemo ? `the demo, ${seed} ${variant}` : `${seed} ${variant}`,
    ...(inEveryRoom ? ['a receiver in every room'] : []),
    ...(isSurveyed ? ['surveyed'] : []),
    ...(isLearnt ? ['strengths learnt'] : []),
    ...(isTaught ? ['learnt from rests'] : []),
  ].join(', ')

async function scoreRooms(building: RoomsCase): Promise<RoomScore> {
  const { seed, variant, inEveryRoom, isSurveyed, isLearnt, isDemo, isTaught } = building
  const receivers = { inEveryRoom }
  const drawn = siteOf({ seed, variant, receivers })
  const world = isDemo
    ? createDemoWorld({ ...demoSettings, SIMULATOR_SEED: seed }, createDemoSite({ seed }))
    : createWorld({ seed, variant, receivers, faults: { duplicates: 0.01, late: 0.005 } })
  const learnS = isTaught ? teachSeconds : isLearnt ? learnSeconds : 0
  const surveyed = isSurveyed ? await surveyOffice(drawn, { seed, variant, receivers }) : drawn
  const { strengths, rests } = learn(surveyed, world, learnS)
  const rows = isTaught ? await taughtOffice(drawn, rests) : surveyed
  const carriers = rows.carriers.map((carrier) => {
    return { ...carrier, strength: strengths.get(carrier.transmitterId) ?? null }
  })
  const lines: ActivityRecord[] = []
  const run = createPositioningRun(
    { ...rows, carriers },
    {
      add: (_, records = []) => void lines.push(...records.filter(({ type }) => type.startsWith('zone_'))),
      addBatteries() {},
    },
  )
  const { rooms } = createHeadOffice(variant)
  // As the demo site draws them: all corridors of a floor are one zone.
  const names = new Map(rooms.map(({ key, kind, name }) => [key, kind === 'corridor' ? 'Corridors and core' : name]))
  const named = new Map<string, PositionEntry>()
  const visits = createVisits()
  const found = { total: 0, right: 0, rightZone: 0, none: 0, onFloor: 0, metres: 0 }
  for (let half = 0; half < 2 * seconds; half++) {
    const now = startMs + learnS * 1000 + half * 500
    for (const entry of run.take(heard(world, now), now)) named.set(entry.transmitterId, entry)
    if (half % 2 === 1 || half < 2 * settleSeconds) continue
    for (const truth of world.truth()) {
      const shown = named.get(truth.transmitterId)
      if (!truth.present || !truth.audible || !shown) continue
      const room = `${truth.floor}/${names.get(truth.room)}`
      visits.add(truth, room)
      found.total++
      const says = shown.zoneId ?? shown.nearZoneId
      if (says === room) found.right++
      else if (says === null) found.none++
      if (shown.zoneId === room) found.rightZone++
      if (shown.floorId !== truth.floor) continue
      found.onFloor++
      found.metres += Math.hypot(shown.position.xM - truth.xM, shown.position.yM - truth.yM)
    }
  }
  const { total, right, rightZone, none, onFloor, metres } = found
  const hours = total / 3600
  return {
    right: right / total,
    rightZone: rightZone / total,
    none: none / total,
    wrong: (total - right - none) / total,
    meanM: metres / onFloor,
    linesPerHour: lines.length / hours,
    visitsPerHour: visits.count() / hours,
  }
}

const heard = (world: World, now: number) =>
  world.tick({ seconds: 0.5, nowMs: now }).flatMap((raddec) => readRaddec(raddec, now) ?? [])

/** What the product stored of each badge's strength, and of badges at rest, when people had walked about for so long. */
function learn(rows: SiteRows, world: World, forS: number) {
  const strengths = new Map<string, Strength>()
  const rests: FloorRest[] = []
  const run = createPositioningRun(rows, {
    add(entries) {
      for (const { transmitterId, strength } of entries) if (strength) strengths.set(transmitterId, strength)
    },
    addBatteries() {},
  })
  for (let half = 0; half < 2 * forS; half++) {
    run.take(heard(world, startMs + half * 500), startMs + half * 500)
    rests.push(...run.takeRests())
  }
  return { strengths, rests }
}

function createVisits() {
  const stays = new Map<string, { room: string; seconds: number }>()
  let count = 0
  return {
    add({ transmitterId }: Truth, room: string) {
      const before = stays.get(transmitterId)
      const now = { room, seconds: before?.room === room ? before.seconds + 1 : 1 }
      if (now.seconds === visitSeconds) count++
      stays.set(transmitterId, now)
    },
    count: () => count,
  }
}
