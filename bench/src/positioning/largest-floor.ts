// `--only largest`: a floor of the largest size that may be entered, and one with as many cells of a metre, with a hundred receivers and
// three hundred zones, surveyed and not: how long it takes until it is ready, and for how long nobody else has a turn meanwhile.
import { existsSync, readFileSync } from 'node:fs'
import { compileSiteInTurns } from '@rollcall/backend/positioning/site-model'
import type { SiteRows } from '@rollcall/backend/positioning/site-queries'
import { largestFloorM } from '@rollcall/contracts/domains/floors'
import { defaultSettings } from '@rollcall/contracts/domains/settings'
import { createRandom } from '@rollcall/simulator/random'
import { printTable, type Goal } from '../measuring/report.ts'
import { createPositioningRun } from './replay.ts'

const [receiverCount, zoneCount, surveyPoints, badgeCount] = [100, 300, 80, 60]
const floors = [
  { widthM: largestFloorM, heightM: largestFloorM, isSurveyed: false },
  { widthM: largestFloorM, heightM: largestFloorM, isSurveyed: true },
  { widthM: 346, heightM: 346, isSurveyed: false },
  { widthM: 346, heightM: 346, isSurveyed: true },
] as const
const startMs = 1_700_000_000_000
const mostStallMs = 50
/** Its first number: nanoseconds on a processor. */
const ownTime = '/proc/self/schedstat'
/** Until then the runtime compiles. */
const warmUpBadges = 5

export type LargestScore = (typeof floors)[number] & {
  /** Processor time, milliseconds: until the floor is ready, the longest piece of it, and the longest work on the readings of one badge. */
  readyMs: number
  pieceMs: number
  badgeMs: number
}

export async function largestScores() {
  const scores: LargestScore[] = []
  for (const floor of floors) scores.push(await scoreLargest(floor))
  printTable(
    `A floor with ${receiverCount} receivers and ${zoneCount} zones: milliseconds of CPU`,
    ['metres', 'surveyed', 'ready', 'longest piece', 'longest for one badge'],
    scores.map((row) => [
      `${row.widthM} × ${row.heightM}`,
      row.isSurveyed ? 'yes' : 'no',
      row.readyMs,
      row.pieceMs,
      row.badgeMs,
    ]),
  )
  const worst = (of: (score: LargestScore) => number) => Math.max(...scores.map(of))
  const goals: Goal[] = [
    { says: 'largest floor: ready, ms of CPU', measured: worst(({ readyMs }) => readyMs), atMost: 1000 },
    { says: 'largest floor: longest piece, ms of CPU', measured: worst(({ pieceMs }) => pieceMs), atMost: mostStallMs },
    {
      says: 'largest floor: longest for one badge, ms of CPU',
      measured: worst(({ badgeMs }) => badgeMs),
      atMost: mostStallMs,
    },
  ]
  return { scores, goals }
}

async function scoreLargest(floor: (typeof floors)[number]): Promise<LargestScore> {
  const rows = siteOf(floor)
  const since = cpuMs()
  let [turnAt, pieceMs, isReady] = [since, 0, false]
  const turn = () => {
    const now = cpuMs()
    pieceMs = Math.max(pieceMs, now - turnAt)
    turnAt = now
    if (!isReady) setImmediate(turn)
  }
  setImmediate(turn)
  await compileSiteInTurns(rows, null)
  isReady = true
  const readyMs = cpuMs() - since
  return { ...floor, readyMs, pieceMs: Math.max(pieceMs, cpuMs() - turnAt), badgeMs: longestForOne(rows) }
}

/** Badges appear one after the other, each heard by the eight receivers around it for three seconds. */
function longestForOne(rows: SiteRows): number {
  const run = createPositioningRun(rows)
  let longest = 0
  for (let index = 0; index < badgeCount; index++) {
    for (let second = 0; second < 3; second++) {
      const now = startMs + (index * 3 + second) * 1000
      const readings = rows.receivers.slice(index % 90, (index % 90) + 8).map(({ receiverId }, at) => {
        return { transmitterId: badgeId(index), receiverId, rssi: -60 - 2 * at, at: now, arrivedAt: now }
      })
      const before = cpuMs()
      run.take(readings, now)
      if (index >= warmUpBadges) longest = Math.max(longest, cpuMs() - before)
    }
  }
  return longest
}

function siteOf({ widthM, heightM, isSurveyed }: (typeof floors)[number]): SiteRows {
  const random = createRandom(7)
  const percent = () => random.between(1, 95)
  const receivers = Array.from({ length: receiverCount }, (_, index) => ({
    receiverId: `02a1f1${String(index).padStart(6, '0')}`,
    floorId: 'floor',
    x: percent(),
    y: percent(),
    zM: 2.5,
    rssiOffsetDb: 0,
  }))
  const map = () => ({
    xM: Array.from({ length: surveyPoints }, () => random.between(0, widthM)),
    yM: Array.from({ length: surveyPoints }, () => random.between(0, heightM)),
    weights: Array.from({ length: surveyPoints }, () => random.between(-3, 3)),
    lengthM: 2.5,
  })
  const calibration = {
    version: 1,
    referencePowerDbm: -59,
    pathLoss: 2,
    receiverOffsets: [],
    residualMaps: Object.fromEntries(receivers.map(({ receiverId }) => [receiverId, map()])),
    sigmaDb: 4,
  }
  return {
    ble: defaultSettings.ble,
    floors: [
      {
        id: 'floor',
        name: 'Works',
        buildingId: 'building',
        level: 0,
        widthM,
        heightM,
        calibration: isSurveyed ? calibration : null,
        walls: [],
      },
    ],
    receivers,
    zones: Array.from({ length: zoneCount }, (_, index) => {
      const [x, y, w, h] = [percent(), percent(), random.between(1, 5), random.between(1, 5)]
      const polygon = [
        { x, y },
        { x: x + w, y },
        { x: x + w, y: y + h },
        { x, y: y + h },
      ]
      const isMusterPoint = index % 60 === 0
      const name = index % 20 === 1 ? `Yard ${index}` : `Hall ${index}`
      const kind = { zoneType: 'Work', isMusterPoint, isRestricted: false, capacity: null }
      return { id: `zone ${index}`, floorId: 'floor', name, ...kind, polygon }
    }),
    carriers: Array.from({ length: badgeCount }, (_, index) => {
      return {
        transmitterId: badgeId(index),
        entityType: 'standalone',
        entityId: null,
        name: 'Tag',
        referenceDbm: null,
      }
    }),
  }
}

const badgeId = (index: number) => `aa${String(index).padStart(10, '0')}`

/** Of this thread alone where the system tells it: those that compile and tidy up beside it hold nobody up. */
function cpuMs(): number {
  if (existsSync(ownTime)) return Number(readFileSync(ownTime, 'utf8').split(' ')[0]) / 1e6
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
