// How likely the carrier of a badge is inside the building, and at one of its muster points (rules 9). Pure; called by the zone step.
import type { ReceivedStrength } from './device.ts'
import type { SiteFloor } from './site-model.ts'
import { wallEvidence, withEvidence } from './wall-evidence.ts'
import type { WhereOnFloor } from './zone-probability.ts'

export interface Presence {
  /** Null: the drawing does not tell. */
  insideProbability: number | null
  /** The likeliest muster point; null where it is out of the question. */
  musterZoneId: string | null
  /** At or beside any of them; null: the building has none. */
  musterProbability: number | null
}

/** When most of the belief lies on ground that nobody drew, nothing is said. */
const mostUnknown = 0.5
/** Less is no muster point worth naming. */
const leastMuster = 0.01

export function presenceOf(
  { indoors, outdoors, muster }: WhereOnFloor,
  floorProbability: number,
  buildingFloors: readonly SiteFloor[],
  heard: readonly ReceivedStrength[],
): Presence {
  const isKnown = indoors + outdoors > mostUnknown
  const evidence = wallEvidence(heard, buildingFloors)
  const musterProbability =
    muster.zoneId === null ? 0 : floorProbability * withEvidence(muster.probability, evidence.atMuster)
  const hasMusterPoints = buildingFloors.some(({ zones }) => zones.hasMusterPoints)
  return {
    // On another floor, or where nothing is drawn, one may well be inside.
    insideProbability: isKnown ? rounded(1 - floorProbability * withEvidence(outdoors, evidence.outdoors)) : null,
    musterZoneId: musterProbability >= leastMuster ? muster.zoneId : null,
    musterProbability: hasMusterPoints ? rounded(musterProbability) : null,
  }
}

const rounded = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000
