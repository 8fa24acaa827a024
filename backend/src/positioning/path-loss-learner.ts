// Learns the path-loss exponent of a floor that nobody calibrated, from ordinary traffic: with too small an exponent, badges would
// have to be where receivers that hear nothing stand. Walls only add loss, so the search goes upward from the configured value.
// Fed by the tune step.
import { badgeHeightM, type Bounds, type Observation } from './solvers/observation.ts'

type Receiver = Observation['receiver']

export interface LearnerInput {
  heard: readonly Observation[]
  /** Receivers of the floor that are up and did not hear the badge. */
  silent: readonly Receiver[]
  referenceDbm: number
}

/** What a floor has taught. */
export interface LearntPathLoss {
  /** The exponent that the floor began with: what was learnt from another one means nothing. */
  configured: number
  exponent: number
  /** Log-likelihood of each candidate. */
  evidence: number[]
}

export interface PathLossLearner {
  /** Takes one badge's window; answers the exponent to use from now on. */
  learn(input: LearnerInput): number
  /** What was learnt, when the exponent became another one or much was heard since it was last taken; else null. */
  takeReport(): LearntPathLoss | null
  /** Goes on from what was learnt before; answers the exponent to use from now on. */
  resume(before: LearntPathLoss): number
}

/** Candidates: the configured exponent and so much more, dB per decade / 10. */
const increments = [0, 0.2, 0.4, 0.6, 0.8, 1, 1.2] as const
/** Metres. A floor may be kilometres wide: its cells grow rather than their number, and where many receivers hang they are fewer. */
const cell = { leastM: 2, most: 1500, mostTimesReceivers: 45_000 } as const
const scatter = { freedom: 4, sigmaDb: 5 } as const
/** Strength at which a receiver hears a badge in every other window. */
const hearing = { halfDbm: -88, slopeDb: 4, most: 0.95 } as const
/** Each window forgets a little of the past, so that a rebuilt floor is learnt anew; about a thousand windows are remembered. */
const memory = 0.999
/** Nothing changes before so many windows, and then only for a clear lead (log-likelihood). */
const patience = { windows: 24, lead: 10 } as const
/** So many windows are worth keeping. */
const reportEvery = 50

export function createPathLossLearner(
  { widthM, heightM }: Bounds,
  configured: number,
  receiverCount: number,
): PathLossLearner {
  const mostCells = Math.min(cell.most, cell.mostTimesReceivers / receiverCount)
  const cellM = Math.max(cell.leastM, Math.sqrt((widthM * heightM) / mostCells))
  const columns = Math.ceil(widthM / cellM)
  const cells = columns * Math.ceil(heightM / cellM)
  const evidence = new Float64Array(increments.length)
  const logDistances = new Map<Receiver, Float64Array>()
  let windows = 0
  let current = 0
  let unreported = 0

  const logDistance = (receiver: Receiver): Float64Array => {
    let table = logDistances.get(receiver)
    if (!table) {
      const at = (cell: number) => ({
        x: ((cell % columns) + 0.5) * cellM,
        y: (Math.floor(cell / columns) + 0.5) * cellM,
      })
      table = Float64Array.from({ length: cells }, (_, cell) => {
        const { x, y } = at(cell)
        return 10 * Math.log10(Math.max(0.5, Math.hypot(x - receiver.xM, y - receiver.yM, receiver.zM - badgeHeightM)))
      })
      logDistances.set(receiver, table)
    }
    return table
  }
  /** Likelihood of the window under one exponent, averaged over all places on the floor. */
  const logLikelihood = (exponent: number, { heard, silent, referenceDbm }: LearnerInput): number => {
    const near = heard.map(({ receiver, rssi }) => ({
      table: logDistance(receiver),
      level: rssi - referenceDbm - receiver.offsetDb,
    }))
    const quiet = silent.map((receiver) => ({ table: logDistance(receiver), level: referenceDbm + receiver.offsetDb }))
    let sum = 0
    for (let cell = 0; cell < cells; cell++) {
      let misfit = 1
      for (const { table, level } of near) {
        const off = level + exponent * table[cell]!
        misfit *= 1 + (off * off) / (scatter.freedom * scatter.sigmaDb ** 2)
      }
      let likelihood = misfit ** (-(scatter.freedom + 1) / 2)
      for (const { table, level } of quiet) likelihood *= silenceAt(level - exponent * table[cell]!)
      sum += likelihood
    }
    return Math.log(sum / cells + 1e-300)
  }

  return {
    learn(input) {
      windows++
      unreported++
      increments.forEach((increment, i) => {
        evidence[i] = evidence[i]! * memory + logLikelihood(configured + increment, input)
      })
      const best = evidence.reduce((most, value, i) => (value > evidence[most]! ? i : most), 0)
      if (windows >= patience.windows && evidence[best]! - evidence[current]! > patience.lead) {
        current = best
        unreported = reportEvery
      }
      return configured + increments[current]!
    },
    takeReport() {
      if (unreported < reportEvery) return null
      unreported = 0
      return { configured, exponent: configured + increments[current]!, evidence: [...evidence] }
    },
    resume(before) {
      const known = increments.findIndex((increment) => Math.abs(configured + increment - before.exponent) < 0.01)
      if (before.configured === configured && before.evidence.length === evidence.length && known >= 0) {
        evidence.set(before.evidence)
        ;[windows, current] = [patience.windows, known]
      }
      return configured + increments[current]!
    },
  }
}

/** Probability of silence per whole dBm from −140 to 0: a table, for this is asked some hundred thousand times a second. */
const silences = Float64Array.from({ length: 141 }, (_, i) => {
  return 1 - hearing.most / (1 + Math.exp(-(i - 140 - hearing.halfDbm) / hearing.slopeDb))
})
const silenceAt = (dbm: number) => silences[Math.max(0, Math.min(140, Math.round(dbm + 140)))]!
