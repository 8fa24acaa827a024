// Whether a receiver hangs somewhere else than drawn, by a survey: the place that explains best what it heard, when that lies far from
// its own and explains it far better. Its strength is left open, for a deaf receiver is not a misplaced one. Called by propose.ts.
import type { Bounds, PlanarPoint } from '../solvers/observation.ts'
import type { RadioFit } from './radio-fit.ts'
import { decibelOfSquare, type SurveyPoint, type SurveyReceiver } from './survey.ts'

/** Fewer points can be explained by many places. */
const leastPoints = 12
/** Log-likelihood by which the other place must lead, and how far it must lie: walls feign a few metres. */
const clear = { lead: 10, distanceM: 5 } as const
/** Scatter that no place can explain away, and spread of receivers' own offsets, dB. */
const believed = { noiseDb: 2, offsetDb: 3 } as const
/** Places tried: every metre, fewer on a large floor; and points that are held against each. */
const most = { places: 2500, points: 120 } as const

/** `others`: a fit to which this receiver contributed nothing. Null: it hangs where it is drawn, as far as can be told. */
export function seemsToHangAt(
  { bounds, points }: { bounds: Bounds; points: readonly SurveyPoint[] },
  receiver: SurveyReceiver,
  others: RadioFit,
): PlanarPoint | null {
  const own = points.flatMap((point) => {
    const heard = point.heard.find(({ receiverId }) => receiverId === receiver.receiverId)
    return heard ? [{ point, rssi: heard.rssi }] : []
  })
  if (own.length < leastPoints) return null
  const heard = own.filter((_, index) => index % Math.ceil(own.length / most.points) === 0)
  const costAt = createCost(heard, receiver, others)
  const stepM = Math.max(1, Math.sqrt((bounds.widthM * bounds.heightM) / most.places))
  const drawn = costAt(receiver)
  let best = { place: { xM: receiver.xM, yM: receiver.yM }, cost: drawn }
  for (let yM = stepM / 2; yM < bounds.heightM; yM += stepM) {
    for (let xM = stepM / 2; xM < bounds.widthM; xM += stepM) {
      const cost = costAt({ xM, yM })
      if (cost < best.cost) best = { place: { xM, yM }, cost }
    }
  }
  const isFar = Math.hypot(best.place.xM - receiver.xM, best.place.yM - receiver.yM) >= clear.distanceM
  return isFar && drawn - best.cost >= clear.lead ? best.place : null
}

/**
 * Negative log-likelihood of the receiver hanging at a place: of residuals whose mean is an offset and whose scatter is unknown. Asked
 * for thousands of places, each with all points: nothing is made anew for one.
 */
function createCost(
  heard: readonly { point: SurveyPoint; rssi: number }[],
  receiver: SurveyReceiver,
  { referenceDbm, exponent, offsets }: RadioFit,
) {
  const atOneMetreDbm = referenceDbm + (offsets.get(receiver.receiverId) ?? 0)
  const xs = Float64Array.from(heard, ({ point }) => point.xM)
  const ys = Float64Array.from(heard, ({ point }) => point.yM)
  const heights2 = Float64Array.from(heard, ({ point }) => (point.zM - receiver.zM) ** 2)
  const losses = Float64Array.from(heard, ({ rssi }) => rssi - atOneMetreDbm)
  const residuals = new Float64Array(heard.length)
  return ({ xM, yM }: PlanarPoint): number => {
    const n = residuals.length
    let sum = 0
    for (let i = 0; i < n; i++) {
      const [dx, dy] = [xs[i]! - xM, ys[i]! - yM]
      residuals[i] = losses[i]! + exponent * decibelOfSquare(dx * dx + dy * dy + heights2[i]!)
      sum += residuals[i]!
    }
    const mean = sum / n
    let squares = 0
    for (let i = 0; i < n; i++) squares += (residuals[i]! - mean) ** 2
    return (n * Math.log(squares / n + believed.noiseDb ** 2)) / 2 + mean ** 2 / (2 * believed.offsetDb ** 2)
  }
}
