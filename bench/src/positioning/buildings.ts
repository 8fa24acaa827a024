// Judges the pipeline on several buildings at once, recorded or simulated: a table per building, their mean, and the goals.
// Called by positioning-bench.ts.
import { printTable, type Goal } from '../measuring/report.ts'
import type { RadioData } from './recordings.ts'
import { scoreTracks, type TrackScore } from './tracks.ts'

export type BuildingScore = { name: string; plain: TrackScore; calibrated: TrackScore | null }

export async function scoreBuildings(buildings: readonly RadioData[]): Promise<BuildingScore[]> {
  const scores: BuildingScore[] = []
  for (const data of buildings) {
    const plain = await scoreTracks(data, false)
    scores.push({ name: data.name, plain, calibrated: data.survey.length >= 3 ? await scoreTracks(data, true) : null })
  }
  return scores
}

/** Every building counts alike, however long its tracks. */
export function meanBuilding(name: string, scores: readonly BuildingScore[]): BuildingScore {
  const calibrated = scores.flatMap((score) => score.calibrated ?? [])
  return {
    name,
    plain: meanScore(scores.map(({ plain }) => plain)),
    calibrated: calibrated.length > 0 ? meanScore(calibrated) : null,
  }
}

function meanScore(scores: readonly TrackScore[]): TrackScore {
  const summary = (of: (score: TrackScore) => Omit<TrackScore, 'jumps' | 'shifted' | 'cold' | 'past'>) => ({
    meanM: meanOf(scores.map((score) => of(score).meanM)),
    medianM: meanOf(scores.map((score) => of(score).medianM)),
    p90M: meanOf(scores.map((score) => of(score).p90M)),
    coverage: meanOf(scores.map((score) => of(score).coverage)),
    due: scores.reduce((sum, score) => sum + of(score).due, 0),
    estimates: scores.reduce((sum, score) => sum + of(score).estimates, 0),
  })
  return {
    ...summary((score) => score),
    jumps: meanOf(scores.map(({ jumps }) => jumps)),
    shifted: scores[0]!.shifted.map(({ shiftDb }, at) => ({
      shiftDb,
      meanM: meanOf(scores.map(({ shifted }) => shifted[at]!.meanM)),
      coverage: meanOf(scores.map(({ shifted }) => shifted[at]!.coverage)),
    })),
    cold: summary((score) => score.cold),
    past: {
      storedM: meanOf(scores.map(({ past }) => past.storedM)),
      everyM: meanOf(scores.map(({ past }) => past.everyM)),
      coverage: meanOf(scores.map(({ past }) => past.coverage)),
      lateM: meanOf(scores.map(({ past }) => past.lateM)),
    },
  }
}

/** Of the buildings that have a number. */
function meanOf(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value))
  return known.reduce((sum, value) => sum + value, 0) / known.length
}

export function printBuildings(title: string, scores: readonly BuildingScore[]): void {
  const lines = scores.flatMap(({ name, plain, calibrated }) => [
    { name: `${name}, not calibrated`, score: plain },
    ...(calibrated ? [{ name: `${name}, calibrated`, score: calibrated }] : []),
  ])
  printTable(
    `${title}: metres, every second with the marker that stands there`,
    ['', 'mean', 'median', 'p90', 'in radius', 'jumps at rest', 'scored', 'of', 'cold: mean', 'p90', 'in radius'],
    lines.map(({ name, score }) => [
      name,
      score.meanM,
      score.medianM,
      score.p90M,
      score.coverage,
      score.jumps,
      String(score.estimates),
      String(score.due),
      score.cold.meanM,
      score.cold.p90M,
      score.cold.coverage,
    ]),
  )
  printTable(
    `${title}: the past as playback tells it, smoothed, metres`,
    ['', 'live: mean', 'live, 2 s late', 'smoothed: mean', 'in radius', 'if all were stored'],
    lines.map(({ name, score: { meanM, past } }) => [
      name,
      meanM,
      past.lateM,
      past.storedM,
      past.coverage,
      past.everyM,
    ]),
  )
  printTable(
    `${title}: badges weaker and stronger than the surveyed one, mean error, metres, and share in the radius`,
    ['', ...scores[0]!.plain.shifted.map(({ shiftDb }) => `${shiftDb} dB`)],
    lines.map(({ name, score }) => [
      name,
      ...score.shifted.map(({ meanM, coverage }) => `${meanM.toFixed(2)} (${Math.round(coverage * 100)} %)`),
    ]),
  )
}

/** What buildings with such a name must come to, metres; every building must hold what `everyGoal` says. */
const known = [
  { pattern: /(^|\/)tetam$/, calibratedM: 1.35, plainM: 1.8, smoothedM: 1.2, byStrengthM: 0.15, coldM: 1.6 },
  // Surveyed with another phone; the survey of phone 1 is by phone 1.
  { pattern: /(^|\/)phone[23]\/uji$/, calibratedM: 1.8 },
] as const
/** Of the simulated halls together. */
export const hallsTogether = { byStrengthM: 0.15, coldM: 1.6 } as const
type Asked = Partial<Record<'calibratedM' | 'plainM' | 'smoothedM' | 'byStrengthM' | 'coldM', number>>
/** By how much an error may grow in any other building when the badge is up to 9 dB weaker or stronger, metres. */
const mostByStrengthM = 0.2
/** The library is one building; without a survey its three phones are three tracks in it. */
const library = { pattern: /(^|\/)phone\d+\/uji$/, plainM: 2.2 } as const

const askedOf = ({ name }: BuildingScore): Asked => known.find(({ pattern }) => pattern.test(name)) ?? {}

export function goalsOf(building: BuildingScore, goal = askedOf(building)): Goal[] {
  const { name, plain, calibrated } = building
  const error = (says: string, measured: number, atMost: number | undefined): Goal[] =>
    atMost === undefined ? [] : [{ says: `${name}${says}, m`, measured, atMost }]
  return [
    ...error(', not calibrated: mean error', plain.meanM, goal.plainM),
    ...(calibrated
      ? [
          ...error(': mean error', calibrated.meanM, goal.calibratedM),
          ...error(': mean error smoothed', calibrated.past.storedM, goal.smoothedM),
        ]
      : []),
    ...everyGoal(calibrated ? name : `${name}, not calibrated`, calibrated ?? plain, goal),
  ]
}

export function libraryGoals(scores: readonly BuildingScore[]): Goal[] {
  const phones = scores.filter(({ name }) => library.pattern.test(name))
  if (phones.length === 0) return []
  const measured = meanOf(phones.map(({ plain }) => plain.meanM))
  return [{ says: 'uji-library, not calibrated: mean error of its phones, m', measured, atMost: library.plainM }]
}

/** A circle that is too small is the worse lie: where it is not all that is judged, it may be wide. */
export function radiusGoals({ name, calibrated }: BuildingScore): Goal[] {
  const measured = calibrated?.coverage ?? Number.NaN
  return [{ says: `${name}: errors within the radius`, measured, atLeast: 0.92 }]
}

function everyGoal(name: string, score: TrackScore, { byStrengthM = mostByStrengthM, coldM }: Asked): Goal[] {
  const { meanM, coverage, jumps, shifted, cold, due, estimates } = score
  const worstM = Math.max(...shifted.map((shift) => shift.meanM))
  return [
    { says: `${name}: more error with a badge of other strength, m`, measured: worstM - meanM, atMost: byStrengthM },
    { says: `${name}: errors within the radius`, measured: coverage, atLeast: 0.92 },
    { says: `${name}: errors within the radius`, measured: coverage, atMost: 0.98 },
    ...(coldM ? [{ says: `${name}: mean error of seconds 1 to 5, m`, measured: cold.meanM, atMost: coldM }] : []),
    { says: `${name}: seconds with a marker`, measured: estimates / due, atLeast: 0.98 },
    ...(Number.isNaN(jumps) ? [] : [{ says: `${name}: jumps at rest`, measured: jumps, atMost: 0.015 }]),
  ]
}
