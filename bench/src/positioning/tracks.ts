// Scores the pipeline on recorded tracks, causal: every second is scored with the marker that stands there then, with and without the
// survey as calibration, with badges stronger and weaker than the surveyed one, and for badges that have just appeared.
import { textbookRadio } from '@rollcall/backend/positioning/calibration/fit-model'
import { proposeCalibration } from '@rollcall/backend/positioning/calibration/propose'
import { sigmaOf } from '@rollcall/backend/positioning/calibration/survey'
import type { SiteRows } from '@rollcall/backend/positioning/site-queries'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { defaultSettings } from '@rollcall/contracts/domains/settings'
import type { RadioData, TrackSample } from './recordings.ts'
import { summarise, type ErrorSummary, type Second } from './error-summary.ts'
import { scorePast, type Followed, type PastScore } from './past.ts'
import { createPositioningRun } from './replay.ts'

export type TrackScore = ErrorSummary & {
  /** Of a resting tag: share of one-second steps over one metre; NaN where none rested. */
  jumps: number
  /** Mean error by how much stronger the badge is, dB. */
  shifted: { shiftDb: number; meanM: number; coverage: number }[]
  /** Seconds 1 to 5 of badges that have just appeared. */
  cold: ErrorSummary
  past: PastScore
}

const badge = 'aa0000000001'
/** Any time; the clock of the tracks starts there. */
const startMs = 1_700_000_000_000
const shiftsDb = [-9, -6, -3, 3, 6, 9] as const
/** A badge appears every so often along each track, and is judged for so long. */
const cold = { everyMs: 10_000, forMs: 5000 } as const
/** Between two readings further apart nobody knows where the badge was. */
const mostGapMs = 3000

export async function scoreTracks(data: RadioData, isCalibrated: boolean): Promise<TrackScore> {
  const rows = siteOf(data, isCalibrated ? await calibrationOf(data) : null)
  const followed = data.tracks.map((track) => follow(rows, track))
  const usual = summarise(followed.flatMap(({ seconds }) => seconds))
  const shifted = shiftsDb.map((shiftDb) => {
    const stronger = data.tracks.map((track) => track.map((sample) => ({ ...sample, rssi: sample.rssi + shiftDb })))
    const { meanM, coverage } = summarise(stronger.flatMap((track) => follow(rows, track).seconds))
    return { shiftDb, meanM, coverage }
  })
  const steps = data.resting.flatMap((track) => {
    const fixes = follow(rows, track).seconds.flatMap(({ fix }) => fix ?? [])
    return fixes.slice(1).map((fix, at) => Math.hypot(fix.xM - fixes[at]!.xM, fix.yM - fixes[at]!.yM))
  })
  return {
    ...usual,
    jumps: steps.filter((step) => step > 1).length / steps.length,
    shifted,
    cold: summarise(data.tracks.flatMap(startsOf).flatMap((start) => follow(rows, start).seconds)),
    past: scorePast(followed),
  }
}

/** Tracks of a building, followed as often as somebody wishes; it is calibrated once. */
export async function prepareTracks(data: RadioData, isCalibrated: boolean) {
  const rows = siteOf(data, isCalibrated ? await calibrationOf(data) : null)
  return (shiftDb: number) =>
    data.tracks.map((track) => {
      const shifted = shiftDb === 0 ? track : track.map((sample) => ({ ...sample, rssi: sample.rssi + shiftDb }))
      return follow(rows, shifted)
    })
}

/** The first seconds after each moment at which the badge might have appeared. */
function startsOf(track: readonly TrackSample[]): TrackSample[][] {
  const count = Math.floor(((track.at(-1)?.tMs ?? 0) - cold.forMs) / cold.everyMs) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const from = index * cold.everyMs
    return track.flatMap((sample) =>
      sample.tMs >= from && sample.tMs <= from + cold.forMs + 100 ? [{ ...sample, tMs: sample.tMs - from }] : [],
    )
  })
}

/** The engine works out positions twice a second; the marker of every full second is held against the place at that time. */
const updateMs = 500

function follow(rows: SiteRows, track: readonly TrackSample[]): Followed & { seconds: readonly Second[] } {
  const run = createPositioningRun(rows)
  const seconds: Second[] = []
  const [entries, truths] = [[] as PositionEntry[], [] as Followed['truths'][number][]]
  let [next, marker] = [0, null as { xM: number; yM: number; radiusM: number } | null]
  for (let tMs = updateMs; tMs <= (track.at(-1)?.tMs ?? 0); tMs += updateMs) {
    const from = next
    while (next < track.length && track[next]!.tMs <= tMs) next++
    const readings = track.slice(from, next).map((sample) => ({
      transmitterId: badge,
      receiverId: sample.receiverId,
      rssi: sample.rssi,
      at: startMs + sample.tMs,
      arrivedAt: startMs + tMs,
    }))
    const entry = run.take(readings, startMs + tMs)[0]
    if (entry) entries.push(entry)
    if (entry) marker = { xM: entry.position.xM, yM: entry.position.yM, radiusM: entry.accuracyM }
    const truth = tMs % 1000 === 0 ? truthAt(tMs, track[next - 1], track[next]) : null
    if (!truth) continue
    const errorM = marker ? Math.hypot(marker.xM - truth.xM, marker.yM - truth.yM) : Number.NaN
    truths.push({ at: startMs + tMs, ...truth })
    seconds.push({ fix: marker && { ...marker, errorM } })
  }
  return { seconds, entries, truths }
}

function truthAt(tMs: number, before: TrackSample | undefined, after: TrackSample | undefined) {
  if (!before || (after ?? before).tMs - before.tMs > mostGapMs) return null
  const share = after && after.tMs > before.tMs ? (tMs - before.tMs) / (after.tMs - before.tMs) : 0
  const between = (a: number, b: number) => a + (b - a) * share
  return { xM: between(before.xM, (after ?? before).xM), yM: between(before.yM, (after ?? before).yM) }
}

type ActiveCalibration = SiteRows['floors'][number]['calibration']

/** As POST /api/floors/{floorId}/calibrate works it out from reference points. */
export async function calibrationOf(
  data: Pick<RadioData, 'widthM' | 'heightM' | 'receivers' | 'survey'>,
): Promise<ActiveCalibration> {
  const { ble } = defaultSettings
  const survey = { bounds: data, receivers: data.receivers, points: data.survey, referenceDbm: ble.referencePowerDbm }
  return inUse(await proposeCalibration(survey, 'points', textbookRadio(ble)))
}

/** A proposal as if somebody had accepted it. */
export function inUse({ numbers, maps }: Awaited<ReturnType<typeof proposeCalibration>>): ActiveCalibration {
  return {
    version: 1,
    referencePowerDbm: numbers.referencePowerDbm,
    pathLoss: numbers.pathLoss,
    receiverOffsets: numbers.receivers,
    residualMaps: maps,
    sigmaDb: sigmaOf(numbers.residualSdDb),
  }
}

/** One floor with these receivers; `badges` are everybody's transmitters. */
export function siteOf(
  { widthM, heightM, receivers }: Pick<RadioData, 'widthM' | 'heightM' | 'receivers'>,
  calibration: ActiveCalibration,
  badges: readonly string[] = [badge],
): SiteRows {
  return {
    ble: defaultSettings.ble,
    floors: [{ id: 'floor', name: 'Hall', buildingId: 'building', level: 0, widthM, heightM, calibration, walls: [] }],
    receivers: receivers.map(({ receiverId, xM, yM, zM }) => ({
      receiverId,
      floorId: 'floor',
      x: (xM / widthM) * 100,
      y: (yM / heightM) * 100,
      zM,
      rssiOffsetDb: 0,
    })),
    zones: [],
    carriers: badges.map((transmitterId) => {
      return { transmitterId, entityType: 'standalone', entityId: null, name: 'Tag', referenceDbm: null }
    }),
  }
}
