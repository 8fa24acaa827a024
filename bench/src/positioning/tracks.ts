// Scores the pipeline on real tracks: causal, one estimate a second, with and without the survey as its calibration.
import { proposeCalibration } from '@rollcall/backend/positioning/calibration/propose'
import { sigmaOf } from '@rollcall/backend/positioning/calibration/survey'
import type { SiteRows } from '@rollcall/backend/positioning/site-queries'
import { defaultSettings } from '@rollcall/contracts/domains/settings'
import type { RadioData, TrackSample } from './recordings.ts'
import { createPositioningRun } from './replay.ts'
import { percentile } from '../measuring/numbers.ts'

export type ErrorSummary = { meanM: number; medianM: number; p90M: number; coverage: number; estimates: number }
export type TrackScore = ErrorSummary & {
  /** Of a resting tag: share of one-second steps over one metre. */ jumps: number
}

const badge = 'aa0000000001'
/** Any time; the clock of the tracks starts there. */
const startMs = 1_700_000_000_000

export async function scoreTracks(data: RadioData, isCalibrated: boolean): Promise<TrackScore> {
  const rows = siteOf(data, isCalibrated ? await calibrationOf(data) : null)
  const moving = data.tracks.map((track) => follow(rows, track))
  const resting = data.resting.map((track) => follow(rows, track))
  const steps = resting.flatMap((fixes) =>
    fixes.slice(1).map((fix, at) => Math.hypot(fix.xM - fixes[at]!.xM, fix.yM - fixes[at]!.yM)),
  )
  return { ...summarise(moving.flat()), jumps: steps.filter((step) => step > 1).length / steps.length }
}

/** Every estimate along the calibrated tracks, for choosing the factor of the radius. */
export async function calibratedFixes(data: RadioData): Promise<Scored[]> {
  const rows = siteOf(data, await calibrationOf(data))
  return data.tracks.flatMap((track) => follow(rows, track))
}

export type Scored = { xM: number; yM: number; errorM: number; radiusM: number }

export function summarise(fixes: readonly Scored[]): ErrorSummary {
  const errors = fixes.map(({ errorM }) => errorM).sort((a, b) => a - b)
  return {
    meanM: errors.reduce((sum, error) => sum + error, 0) / errors.length,
    medianM: percentile(errors, 0.5),
    p90M: percentile(errors, 0.9),
    coverage: fixes.filter(({ errorM, radiusM }) => errorM <= radiusM).length / fixes.length,
    estimates: fixes.length,
  }
}

/** The engine works out positions twice a second; the one at every full second is held against the place at that time. */
const updateMs = 500

function follow(rows: SiteRows, track: readonly TrackSample[]): Scored[] {
  const run = createPositioningRun(rows)
  const fixes: Scored[] = []
  let next = 0
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
    const truth = track[next - 1]
    const entry = run.take(readings, startMs + tMs)[0]
    if (!entry || !truth || tMs % 1000 !== 0) continue
    const { xM, yM } = entry.position
    fixes.push({ xM, yM, errorM: Math.hypot(xM - truth.xM, yM - truth.yM), radiusM: entry.accuracyM })
  }
  return fixes
}

type ActiveCalibration = SiteRows['floors'][number]['calibration']

/** As POST /api/floors/{floorId}/calibrate works it out from reference points. */
async function calibrationOf(data: RadioData): Promise<ActiveCalibration> {
  const { referencePowerDbm, pathLossExponent } = defaultSettings.ble
  const survey = { bounds: data, receivers: data.receivers, points: data.survey, referenceDbm: referencePowerDbm }
  const textbook = { referenceDbm: referencePowerDbm, exponent: pathLossExponent, offsets: new Map(), maps: new Map() }
  const { numbers, maps } = await proposeCalibration(survey, 'points', textbook)
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
    floors: [{ id: 'floor', name: 'Hall', buildingId: 'building', level: 0, widthM, heightM, calibration }],
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
