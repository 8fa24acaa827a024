// Reference power, path-loss exponent and one offset per receiver from survey points: ridge least squares, whose priors keep few
// points from inventing a strange radio (positioning 2.9). Pure.
import { solveSymmetric } from './linear-solve.ts'
import { decibelDistance, type SurveyPoint, type SurveyReceiver } from './survey.ts'

export interface RadioFit {
  /** dBm at one metre. */
  referenceDbm: number
  exponent: number
  /** By receiver id, dB. */
  offsets: ReadonlyMap<string, number>
}

/** Means and standard deviations of what is believed before the survey; noise of one mean strength, dB. */
const prior = { referenceSdDb: 6, exponent: 2, exponentSd: 0.3, offsetSdDb: 3, noiseDb: 4.5 } as const
const exponentRange = { min: 1.2, max: 4 } as const

export function fitRadio(
  points: readonly SurveyPoint[],
  receivers: readonly SurveyReceiver[],
  referenceDbm: number,
): RadioFit {
  const size = receivers.length + 2
  const indexOf = new Map(receivers.map((receiver, index) => [receiver.receiverId, index]))
  const a = new Float64Array(size * size)
  const b = new Float64Array(size)
  const weight = 1 / prior.noiseDb ** 2
  // Of one mean strength only three are not zero: power, exponent, and the offset of the receiver.
  const [columns, values] = [
    [0, 1, 0],
    [1, 0, 1],
  ]
  for (const point of points) {
    for (const { receiverId, rssi } of point.heard) {
      const index = indexOf.get(receiverId)
      if (index === undefined) continue
      columns[2] = index + 2
      values[1] = -decibelDistance(point, receivers[index]!)
      for (let i = 0; i < 3; i++) {
        const [at, value] = [columns[i]!, weight * values[i]!]
        b[at]! += value * rssi
        for (let j = 0; j < 3; j++) a[at * size + columns[j]!]! += value * values[j]!
      }
    }
  }
  const believe = (i: number, mean: number, sd: number) => {
    a[i * size + i]! += 1 / sd ** 2
    b[i]! += mean / sd ** 2
  }
  believe(0, referenceDbm, prior.referenceSdDb)
  believe(1, prior.exponent, prior.exponentSd)
  receivers.forEach((_, index) => believe(index + 2, 0, prior.offsetSdDb))
  const solution = solveSymmetric(a, b)
  return {
    referenceDbm: solution[0]!,
    exponent: Math.min(exponentRange.max, Math.max(exponentRange.min, solution[1]!)),
    offsets: new Map(receivers.map(({ receiverId }, index) => [receiverId, solution[index + 2]!])),
  }
}

/** What the fit expects a receiver to hear from a point, dBm. */
export function expectedAt(fit: RadioFit, point: SurveyPoint, receiver: SurveyReceiver): number {
  const offset = fit.offsets.get(receiver.receiverId) ?? 0
  return fit.referenceDbm + offset - fit.exponent * decibelDistance(point, receiver)
}
