// Scores the pipeline on the simulated head office, which knows the truth: floors, changes of floor, error, rest, radius; and
// measures what readings cost.
import { readRaddec } from '@rollcall/backend/ingest/raddec-adapter'
import type { SiteRows } from '@rollcall/backend/positioning/site-queries'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { defaultSettings } from '@rollcall/contracts/domains/settings'
import type { Site } from '@rollcall/contracts/site'
import { createHeadOffice, type Variant } from '@rollcall/simulator/building/head-office'
import { liesIn, type Building } from '@rollcall/simulator/building/model'
import { createDemoSite, type DemoOptions } from '@rollcall/simulator/demo-site'
import { createWorld, type Truth, type World } from '@rollcall/simulator/world'
import { createPositioningRun } from './replay.ts'
import { summarise, type ErrorSummary, type Scored } from './error-summary.ts'

export type SimulationScore = ErrorSummary & {
  rightFloor: number
  /** Share of the seconds with the right room named. */
  rightRoom: number
  /** False changes of floor per hour of one badge; whoever is on stairs or in a lift is between floors. */
  flipsPerHour: number
  /** Seconds until the new floor is shown, for each change, the quickest first. */
  changesS: readonly number[]
  /** Of badges at rest: share of one-second steps over one metre. */
  jumps: number
}

const startMs = 1_700_000_000_000
/** Around an atrium, metres. */
const aroundM = 6
/** Filters and learners settle first. */
const settleSeconds = 30

/** A building with people in it, and what the product is told of it. */
export type Scene = { site: SiteRows; world: Pick<World, 'tick' | 'truth'>; building: Building }

/** With an atrium only the badges in it and around it are scored: the rest of that building is as the plain one. */
export function headOfficeScene(seed: number, variant: Variant): Scene {
  return {
    site: siteOf({ seed, variant }),
    world: createWorld({ seed, variant, faults: { duplicates: 0.01, late: 0.005 } }),
    building: createHeadOffice(variant),
  }
}

export function scoreSimulation({ site, world, building }: Scene, seconds: number): SimulationScore {
  const run = createPositioningRun(site)
  const { atrium, rooms } = building
  // As the demo site draws them: all corridors of a floor are one zone.
  const zones = new Map(rooms.map(({ key, kind, name }) => [key, kind === 'corridor' ? 'Corridors and core' : name]))
  const ways = new Set(rooms.flatMap(({ key, kind }) => (kind === 'stairs' || kind === 'lift' ? [key] : [])))
  const score = createScore({
    isScored: ({ xM, yM }) => !atrium || liesIn(atrium, { x: xM, y: yM }, aroundM),
    zoneOf: ({ floor, room }) => `${floor}/${zones.get(room)}`,
    isBetweenFloors: ({ room }) => ways.has(room),
  })
  for (let second = 0; second < seconds; second++) {
    for (const half of [0, 500]) {
      const now = startMs + second * 1000 + half
      const readings = world.tick({ seconds: 0.5, nowMs: now }).flatMap((raddec) => readRaddec(raddec, now) ?? [])
      const entries = run.take(readings, now)
      if (half === 0) score.add(second, entries, world.truth())
    }
  }
  return score.result()
}

/** What stands on the plan for a badge, and since when its true floor is the one it is. */
type Shown = { entry: PositionEntry; xM: number; yM: number; moving: boolean }

type Judging = {
  isScored: (truth: Truth) => boolean
  zoneOf: (truth: Truth) => string
  isBetweenFloors: (truth: Truth) => boolean
}

/** Every second of every badge that is present, with the marker that stands there. */
function createScore({ isScored, zoneOf, isBetweenFloors }: Judging) {
  const fixes: Scored[] = []
  const [changes, shown] = [[] as number[], new Map<string, Shown>()]
  const [floors, moved] = [new Map<string, string>(), new Map<string, number>()]
  let [onFloor, inRoom, total, flips, rests, jumps] = [0, 0, 0, 0, 0, 0]
  const noteChange = (truth: Truth, second: number) => {
    const before = floors.get(truth.transmitterId)
    if (before !== undefined && before !== truth.floor) moved.set(truth.transmitterId, second)
    floors.set(truth.transmitterId, truth.floor)
  }
  const scoreOne = (truth: Truth, before: Shown | undefined, now: Shown, second: number) => {
    const { entry } = now
    const isRight = entry.floorId === truth.floor
    const since = moved.get(entry.transmitterId)
    if (since !== undefined && isRight) {
      changes.push(second - since)
      moved.delete(entry.transmitterId)
    }
    if (second < settleSeconds || !truth.present || !truth.audible || !isScored(truth)) return
    total++
    if (isRight) {
      onFloor++
      fixes.push({
        xM: now.xM,
        yM: now.yM,
        errorM: Math.hypot(now.xM - truth.xM, now.yM - truth.yM),
        radiusM: entry.accuracyM,
      })
      if (entry.zoneId === zoneOf(truth)) inRoom++
    }
    if (!before) return
    // Away from the floor it is on: nobody walked there.
    const isAway = before.entry.floorId !== entry.floorId && before.entry.floorId === truth.floor
    if (isAway && !isBetweenFloors(truth)) flips++
    if (truth.moving || before.moving) return
    rests++
    if (Math.hypot(now.xM - before.xM, now.yM - before.yM) > 1) jumps++
  }
  return {
    add(second: number, entries: readonly PositionEntry[], truths: readonly Truth[]) {
      const entryOf = new Map(entries.map((entry) => [entry.transmitterId, entry]))
      for (const truth of truths) {
        noteChange(truth, second)
        const before = shown.get(truth.transmitterId)
        const entry = entryOf.get(truth.transmitterId) ?? before?.entry
        if (!entry) continue
        const now = { entry, xM: entry.position.xM, yM: entry.position.yM, moving: truth.moving }
        shown.set(truth.transmitterId, now)
        scoreOne(truth, before, now, second)
      }
    },
    result: (): SimulationScore => ({
      ...summarise(fixes.map((fix) => ({ fix }))),
      rightFloor: onFloor / total,
      rightRoom: inRoom / total,
      flipsPerHour: flips / (total / 3600),
      changesS: changes.sort((a, b) => a - b),
      jumps: jumps / rests,
    }),
  }
}

export type Cost = {
  raddecsPerSecond: number
  /** Milliseconds of CPU per second of traffic. */
  readMs: number
  pipelineMs: number
  /** What one core would sustain: JSON, checks and the grid filter. */
  raddecsPerCoreSecond: number
}

/** Not counted: the rate is one to be sustained, and until then the runtime compiles. */
const warmUpSeconds = 5

/** So many badges in a plain head office: visitors, contractors and assets come on top of employees. */
export const crowdOf = (badges: number) => ({ seed: 7, variant: 'plain', employees: badges - 22 }) as const

/** That crowd once a second, from JSON text to positions; storage and publishing are not in it. */
export function measureCost(options: ReturnType<typeof crowdOf>, seconds: number, site = siteOf(options)): Cost {
  const run = createPositioningRun(site)
  const world = createWorld(options)
  let [raddecs, readUs, pipelineUs] = [0, 0, 0]
  for (let second = -warmUpSeconds; second < seconds; second++) {
    const now = startMs + second * 1000
    const text = JSON.stringify(world.tick({ seconds: 1, nowMs: now }))
    const start = process.cpuUsage()
    const items = JSON.parse(text) as unknown[]
    const readings = items.flatMap((item) => readRaddec(item, now) ?? [])
    const read = process.cpuUsage(start)
    run.take(readings, now)
    const all = process.cpuUsage(start)
    if (second < 0) continue
    raddecs += items.length
    readUs += read.user + read.system
    pipelineUs += all.user + all.system - read.user - read.system
  }
  return {
    raddecsPerSecond: raddecs / seconds,
    readMs: readUs / 1000 / seconds,
    pipelineMs: pipelineUs / 1000 / seconds,
    raddecsPerCoreSecond: raddecs / ((readUs + pipelineUs) / 1e6),
  }
}

export const siteOf = (options: DemoOptions): SiteRows => rowsOf(createDemoSite(options))

/** What the product is told of a site, and nothing else of it. */
type Told = Pick<Site, 'floors' | 'receivers' | 'zones'> & {
  people: readonly { transmitterId: string; fullName: string }[]
  assets: readonly { transmitterId: string; name: string }[]
}

export function rowsOf(demo: Told): SiteRows {
  const sizeOf = new Map(demo.floors.map(({ key, widthM, heightM }) => [key, { widthM, heightM }]))
  const percent = (floor: string, { xM, yM }: { xM: number; yM: number }) => {
    const { widthM, heightM } = sizeOf.get(floor)!
    return { x: (xM / widthM) * 100, y: (yM / heightM) * 100 }
  }
  const carrier = (transmitterId: string, name: string, entityType: 'employee' | 'asset') => {
    return { transmitterId, entityType, entityId: null, name, referenceDbm: null }
  }
  return {
    ble: defaultSettings.ble,
    floors: demo.floors.map(({ key, name, level, widthM, heightM, walls }) => {
      const drawn = walls.map(({ points, doors }) => {
        return { points: points.map((point) => percent(key, point)), doors }
      })
      return { id: key, name, buildingId: 'building', level, widthM, heightM, calibration: null, walls: drawn }
    }),
    receivers: demo.receivers.map((receiver) => ({
      receiverId: receiver.receiverId,
      floorId: receiver.floor,
      ...percent(receiver.floor, receiver),
      zM: receiver.zM,
      rssiOffsetDb: 0,
    })),
    zones: demo.zones.map(({ floor, polygon, ...zone }) => {
      const corners = polygon.map((corner) => percent(floor, corner))
      return { ...zone, id: `${floor}/${zone.name}`, floorId: floor, polygon: corners }
    }),
    carriers: [
      ...demo.people.map(({ transmitterId, fullName }) => carrier(transmitterId, fullName, 'employee')),
      ...demo.assets.map(({ transmitterId, name }) => carrier(transmitterId, name, 'asset')),
    ],
  }
}
