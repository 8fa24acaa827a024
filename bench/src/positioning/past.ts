// How far off the past is as pages tell it: a track's own live estimates, stored as the writer stores them, smoothed as the history is,
// and gliding from point to point as playback does. Called by tracks.ts.
import { smoothPast, type PastPoint } from '@rollcall/backend/positioning/smooth-past'
import { Hindsight } from '@rollcall/backend/positioning/hindsight'
import { createHistoryFilter } from '@rollcall/backend/positioning/history-filter'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { defaultSettings } from '@rollcall/contracts/domains/settings'
import { summarise } from './error-summary.ts'

/** The longest that may be set. */
const lagMs = 2000

export type Followed = {
  readonly entries: readonly PositionEntry[]
  /** Seconds whose truth is known, on the clock of the entries. */
  readonly truths: readonly { readonly at: number; readonly xM: number; readonly yM: number }[]
}

export type PastScore = {
  /** Mean errors, metres: of what is stored, and if every estimate were. */
  storedM: number
  everyM: number
  /** Of what is stored: errors within the radius. */
  coverage: number
  /** Mean error of live markers where the site waits two seconds, against where the badge was then. */
  lateM: number
}

export function scorePast(tracks: readonly Followed[]): PastScore {
  const stored = summarise(tracks.flatMap((track) => toldOf(track, track.entries.filter(createHistoryFilter()))))
  const every = summarise(tracks.flatMap((track) => toldOf(track, track.entries)))
  const late = summarise(tracks.flatMap((track) => held(track, lateOf(track.entries))))
  return { storedM: stored.meanM, everyM: every.meanM, coverage: stored.coverage, lateM: late.meanM }
}

const pointOf = ({ position, ...entry }: PositionEntry): PastPoint => ({ ...entry, ...position })

function toldOf(track: Followed, entries: readonly PositionEntry[]) {
  return held(track, smoothPast(entries.map(pointOf)))
}

/** What was shown of each moment, by its own time. */
function lateOf(entries: readonly PositionEntry[]): PastPoint[] {
  const hindsight = new Hindsight()
  const { maximumSpeedMps } = defaultSettings.ble
  return entries.map((entry) => hindsight.update(pointOf(entry), lagMs, maximumSpeedMps))
}

function held({ truths }: Followed, points: readonly PastPoint[]) {
  return truths.map((truth) => {
    const told = placeAt(points, truth.at)
    const errorM = told ? Math.hypot(told.xM - truth.xM, told.yM - truth.yM) : Number.NaN
    return { fix: told && { ...told, errorM } }
  })
}

function placeAt(points: readonly PastPoint[], at: number) {
  const index = points.findLastIndex(({ timestamp }) => timestamp <= at)
  const [last, next] = [points[index], points[index + 1]]
  if (!last) return null
  const share = next ? (at - last.timestamp) / (next.timestamp - last.timestamp) : 0
  const between = (from: number, to: number | undefined) => from + ((to ?? from) - from) * share
  return { xM: between(last.xM, next?.xM), yM: between(last.yM, next?.yM), radiusM: last.accuracyM }
}
