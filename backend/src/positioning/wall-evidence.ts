// What the outer wall tells: a badge under the sky is heard by receivers under the sky as through air, and by those indoors through the
// wall; indoors it is the other way round. The difference of the loudest of either kind is the same for weak and strong badges, which
// the position is not. Pure; used by presence.ts.
import type { ReceivedStrength } from './device.ts'
import type { SiteFloor, SiteReceiver } from './site-model.ts'

export interface WallEvidence {
  /** Log-odds for being outdoors, and for being at a muster point; 0 where no receiver stands there to tell. */
  outdoors: number
  atMuster: number
}

/**
 * Loss of an outer wall, and the scatter of such a difference, dB. `inFavourDb`: a receiver on the façade is as near to a desk at the
 * window as the one in the room, so that equal strengths speak for indoors.
 */
const wall = { lossDb: 8, scatterDb: 6, inFavourDb: 4 } as const
/** A receiver that hears nothing would have heard this, dBm. */
const silentDbm = -95
/** No single difference convinces more than this. */
const most = 5

export function wallEvidence(heard: readonly ReceivedStrength[], floors: readonly SiteFloor[]): WallEvidence {
  const oddsFor = (isThere: (receiver: SiteReceiver) => boolean) => {
    // Without receivers on either side there is nothing to compare.
    const hasBoth = [true, false].every((side) =>
      floors.some(({ receivers }) => receivers.some((one) => isThere(one) === side)),
    )
    if (!hasBoth || heard.length === 0) return 0
    let [there, elsewhere] = [silentDbm, silentDbm]
    for (const { receiver, rssi } of heard) {
      if (isThere(receiver)) there = Math.max(there, rssi)
      else elsewhere = Math.max(elsewhere, rssi)
    }
    // Of two normal distributions whose means lie a wall to either side.
    const odds = (2 * wall.lossDb * (there - elsewhere - wall.inFavourDb)) / wall.scatterDb ** 2
    return Math.min(most, Math.max(-most, odds))
  }
  return {
    outdoors: oddsFor(({ isOutdoors }) => isOutdoors),
    atMuster: oddsFor(({ isAtMuster }) => isAtMuster),
  }
}

/** The probability that the belief gives, with the evidence; the belief alone is never certain, for it knows no walls. */
export function withEvidence(probability: number, logOdds: number): number {
  if (logOdds === 0) return probability
  const believed = Math.min(mostBelieved, Math.max(1 - mostBelieved, probability))
  return 1 / (1 + ((1 - believed) / believed) * Math.exp(-logOdds))
}
const mostBelieved = 0.95
