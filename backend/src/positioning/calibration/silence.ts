// What a survey says by silence: at a place where a receiver heard nothing the badge is weaker than where it was hardly heard. Without
// that the model goes on behind the last wall as if there were none (docs/decisions/0081-silence-in-a-survey.md).
import { expectedAt, fitRadio, type RadioFit } from './radio-fit.ts'
import type { Residual } from './residual-map.ts'
import type { SurveyPoint, SurveyReceiver } from './survey.ts'

export interface Silence {
  /** dBm; nothing stronger than this goes unheard. */
  mostDbm: number
  /** For each place the receivers that heard nothing there, but something elsewhere. */
  receiversAt: readonly (readonly SurveyReceiver[])[]
}

/**
 * Half a minute decodes something of what is a little weaker than the weakest mean strengths (`weakestShare` of them): so much below them
 * nothing is heard. Every receiver hears `audibleDbm`. Where so much more is expected, the receiver was rather off.
 */
const limits = { weakestShare: 0.02, belowDb: 4, audibleDbm: -85, mostDb: 25 } as const
/** The fit decides which silent places say something, and these change the fit. */
const rounds = 8

export function silenceIn(points: readonly SurveyPoint[], receivers: readonly SurveyReceiver[]): Silence {
  const heardAt = points.map((point) => new Set(point.heard.map(({ receiverId }) => receiverId)))
  const hearing = receivers.filter(({ receiverId }) => heardAt.some((ids) => ids.has(receiverId)))
  // Where receivers hear each other, none hears itself.
  const isAt = (point: SurveyPoint, { xM, yM }: SurveyReceiver) => point.xM === xM && point.yM === yM
  const strengths = points.flatMap((point) => point.heard.map(({ rssi }) => rssi)).sort((a, b) => a - b)
  const weakest = strengths[Math.floor(strengths.length * limits.weakestShare)] ?? limits.audibleDbm
  return {
    mostDbm: Math.min(limits.audibleDbm, weakest) - limits.belowDb,
    receiversAt: heardAt.map((ids, at) =>
      hearing.filter((receiver) => !ids.has(receiver.receiverId) && !isAt(points[at]!, receiver)),
    ),
  }
}

/** The plain model, no stronger than it may be where nothing was heard. */
export function fitWithSilence(
  points: readonly SurveyPoint[],
  receivers: readonly SurveyReceiver[],
  referenceDbm: number,
  { mostDbm, receiversAt } = silenceIn(points, receivers),
): RadioFit {
  let fit = fitRadio(points, receivers, referenceDbm)
  for (let round = 0; round < rounds && receiversAt.some((silent) => silent.length > 0); round++) {
    const filled = points.map((point, at) => {
      const silent = receiversAt[at]!.flatMap((receiver) => {
        const expected = expectedAt(fit, point, receiver)
        const isBelieved = expected - mostDbm <= limits.mostDb
        return isBelieved ? [{ receiverId: receiver.receiverId, rssi: Math.min(mostDbm, expected) }] : []
      })
      return { ...point, heard: [...point.heard, ...silent] }
    })
    fit = fitRadio(filled, receivers, referenceDbm)
  }
  return fit
}

/** How much weaker it is at silent places than the model says. */
export function silentResiduals(
  fit: RadioFit,
  points: readonly SurveyPoint[],
  receiver: SurveyReceiver,
  { mostDbm, receiversAt }: Silence,
): readonly Residual[] {
  return points.flatMap((point, at) => {
    if (!receiversAt[at]!.includes(receiver)) return []
    const tooMuchDb = expectedAt(fit, point, receiver) - mostDbm
    const says = tooMuchDb > 0 && tooMuchDb <= limits.mostDb
    return says ? [{ xM: point.xM, yM: point.yM, residualDb: -tooMuchDb }] : []
  })
}
