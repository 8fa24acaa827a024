// How likely the carrier of a badge is inside the building, and at one of its muster points (rules 9): what the position says and what
// the outer wall tells are weighed as log-odds, of the last seconds together. Owned by a device, changed by the zone step.
import type { ReceivedStrength, SiteFloor } from './site-model.ts'
import { wallEvidence } from './wall-evidence.ts'
import type { WhereOnFloor } from './zone-probability.ts'

export interface Presence {
  /** Null: the drawing does not tell. */
  insideProbability: number | null
  /** The likeliest muster point; null where it is out of the question. */
  musterZoneId: string | null
  /** At or beside any of them; null: the building has none. */
  musterProbability: number | null
}

interface PresenceInput {
  where: WhereOnFloor
  floor: SiteFloor
  floorProbability: number
  /** All floors of the building. */
  floors: readonly SiteFloor[]
  heard: readonly ReceivedStrength[]
  /** Epoch milliseconds of the newest reading. */
  at: number
}

interface Odds {
  outdoors: number
  atMuster: number
}

/** When most of the belief lies on ground that nobody drew, nothing is said. */
const mostUnknown = 0.5
/** Less is no muster point worth naming. */
const leastMuster = 0.01
/** The position knows no walls: its belief is never taken for certain, and counts for so much of its log-odds. */
const belief = { most: 0.95, weight: 0.6 } as const
/** Log-odds beyond which nothing more is learnt. */
const mostOdds = 6
/** Fading passes in seconds, the wall stays; after a silence the badge may be anywhere. Milliseconds. */
const lasting = { meanMs: 5000, silenceMs: 10_000 } as const
/** Less likely inside is outside: nobody is called "probably inside" then, nor said to be in a room. */
const outsideBelow = 0.2

export class PresenceFilter {
  #odds: Odds | null = null
  #at = 0
  /** How likely the badge is outdoors, its floor being right; null: nothing but the position tells. */
  outdoors: number | null = null

  update(input: PresenceInput): Presence {
    const { floorProbability, floors } = input
    const { indoors, outdoors, muster } = input.where
    const odds = this.#lasting(oddsOf(input), input.at)
    this.outdoors = odds && probabilityOf(odds.outdoors)
    // On another floor, or where nothing is drawn, one may well be inside.
    const outside = floorProbability * (this.outdoors ?? outdoors)
    const share = odds ? probabilityOf(odds.atMuster) : shareOf(muster.probability, outdoors)
    const musterProbability = muster.zoneId === null ? 0 : outside * share
    const isKnown = odds !== null || indoors + outdoors > mostUnknown
    const hasMusterPoints = floors.some(({ zones }) => zones.hasMusterPoints)
    return {
      insideProbability: isKnown ? rounded(1 - outside) : null,
      musterZoneId: musterProbability >= leastMuster ? muster.zoneId : null,
      musterProbability: hasMusterPoints ? rounded(musterProbability) : null,
    }
  }

  #lasting(seen: Odds | null, at: number): Odds | null {
    const gapMs = Math.max(0, at - this.#at)
    this.#at = at
    if (seen === null || this.#odds === null || gapMs > lasting.silenceMs) return (this.#odds = seen)
    const part = 1 - Math.exp(-gapMs / lasting.meanMs)
    const { outdoors, atMuster } = this.#odds
    this.#odds = {
      outdoors: outdoors + part * (seen.outdoors - outdoors),
      atMuster: atMuster + part * (seen.atMuster - atMuster),
    }
    return this.#odds
  }
}

export const isOutside = ({ insideProbability }: Presence) =>
  insideProbability !== null && insideProbability < outsideBelow

/** Null: without receivers on both sides of the wall the position alone speaks. */
function oddsOf({ where, heard, floor, floors }: PresenceInput): Odds | null {
  const evidence = wallEvidence(heard, floor, floors)
  if (evidence === null) return null
  const { indoors, outdoors, muster } = where
  // Ground that nobody drew is as likely either.
  const outside = outdoors + (1 - indoors - outdoors) / 2
  const share = shareOf(muster.probability, outdoors)
  return {
    outdoors: limited(evidence.outdoors + believed(outside)),
    atMuster: limited(evidence.atMuster === null ? logOdds(share) : evidence.atMuster + believed(share)),
  }
}

/** Of those outdoors, who is at a muster point; every muster point is outdoors. */
const shareOf = (atMuster: number, outdoors: number) => (atMuster > 0 ? Math.min(1, atMuster / outdoors) : 0)
const believed = (probability: number) =>
  belief.weight * logOdds(Math.min(belief.most, Math.max(1 - belief.most, probability)))
const logOdds = (probability: number) => Math.log(probability / (1 - probability))
const limited = (odds: number) => Math.min(mostOdds, Math.max(-mostOdds, odds))
const probabilityOf = (odds: number) => 1 / (1 + Math.exp(-odds))
const rounded = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000
