// How far off seconds of tracks are, put together. Used by tracks.ts, past.ts and simulation.ts.
import { percentile } from '../measuring/numbers.ts'

export type ErrorSummary = {
  meanM: number
  medianM: number
  p90M: number
  coverage: number
  /** Seconds whose truth is known, and those of them that had a marker. */
  due: number
  estimates: number
}
export type Scored = { xM: number; yM: number; errorM: number; radiusM: number }
/** A second whose truth is known; null: no marker stood there. */
export type Second = { fix: Scored | null }

export function summarise(seconds: readonly Second[]): ErrorSummary {
  const fixes = seconds.flatMap(({ fix }) => fix ?? [])
  const errors = fixes.map(({ errorM }) => errorM).sort((a, b) => a - b)
  return {
    meanM: errors.reduce((sum, error) => sum + error, 0) / errors.length,
    medianM: percentile(errors, 0.5),
    p90M: percentile(errors, 0.9),
    coverage: fixes.filter(({ errorM, radiusM }) => errorM <= radiusM).length / fixes.length,
    due: seconds.length,
    estimates: fixes.length,
  }
}
