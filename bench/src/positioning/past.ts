// How far off the past is as pages tell it: a track's own live estimates, stored as the writer stores them, smoothed as the history is,
// and gliding from point to point as playback does. Called by tracks.ts.
import { smoothPast, type PastPoint } from '@rollcall/backend/domains/positions/smooth-past'
import { createHistoryFilter } from '@rollcall/backend/positioning/history-filter'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { summarise } from './error-summary.ts'

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
}

export function scorePast(tracks: readonly Followed[]): PastScore {
  const stored = summarise(tracks.flatMap((track) => toldOf(track, track.entries.filter(createHistoryFilter()))))
  const every = summarise(tracks.flatMap((track) => toldOf(track, track.entries)))
  return { storedM: stored.meanM, everyM: every.meanM, coverage: stored.coverage }
}

function toldOf({ truths }: Followed, entries: readonly PositionEntry[]) {
  const points = smoothPast(entries.map(({ position, ...entry }): PastPoint => ({ ...entry, ...position })))
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
