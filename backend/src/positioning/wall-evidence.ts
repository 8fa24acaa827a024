// Which receivers hear a badge tells which side of the outer wall it is on, and whether it is at a muster point: each side is as loud as
// the dB above silence of its loudest receivers, and how far one side outweighs the other is nearly the same for weak and strong badges,
// which a difference of strengths, or the position, is not. Pure; used by presence.ts.
import type { ReceivedStrength, SiteFloor, SiteReceiver } from './site-model.ts'

export interface WallEvidence {
  /** Log-odds for being outdoors, beside what the position says. */
  outdoors: number
  /** And, if outdoors, for being at a muster point; null: no receiver stands at one. */
  atMuster: number | null
}

/** All chosen on drills of the simulator (bench/journals/at-a-muster-point.md). A receiver at this strength, dBm, hears nothing. */
const silentDbm = -95
/** Of either side so many count: indoors there are many more than outdoors. */
const loudest = 6
/** Of who hears next to nothing, little can be told; dB. */
const doubtDb = 20
/** Log-odds of hearing on one side only. */
const perContrast = 10
/** As loud on both sides is rather indoors, at a window or a door; and outdoors rather at a muster point than elsewhere. */
const usual = { outdoors: -2, atMuster: 2 } as const
/** Outdoors and away from the muster points nobody need hear a badge: so loud it counts at least, dB. */
const elsewhereDb = 20

/** Null: no receiver stands outdoors on this floor, or none of the building indoors, or none hears the badge. */
export function wallEvidence(
  heard: readonly ReceivedStrength[],
  floor: SiteFloor,
  floors: readonly SiteFloor[],
): WallEvidence | null {
  const hasBoth = floor.receivers.some(isOutdoors) && floors.some(({ receivers }) => receivers.some(isIndoors))
  if (!hasBoth || heard.length === 0) return null
  const atMuster = floor.receivers.some(isAtMuster)
    ? perContrast * contrast(loudness(heard, isAtMuster), Math.max(elsewhereDb, loudness(heard, isElsewhere)))
    : null
  return {
    outdoors: perContrast * contrast(loudness(heard, isOutdoors), loudness(heard, isIndoors)) + usual.outdoors,
    atMuster: atMuster === null ? null : atMuster + usual.atMuster,
  }
}

const isOutdoors = (receiver: SiteReceiver) => receiver.isOutdoors
const isIndoors = (receiver: SiteReceiver) => !receiver.isOutdoors
const isAtMuster = (receiver: SiteReceiver) => receiver.isAtMuster
const isElsewhere = (receiver: SiteReceiver) => receiver.isOutdoors && !receiver.isAtMuster

/** From −1, only the other side hears it, to 1. */
const contrast = (one: number, other: number) => (one - other) / (one + other + doubtDb)

/** dB above silence, summed. */
function loudness(heard: readonly ReceivedStrength[], isThere: (receiver: SiteReceiver) => boolean): number {
  const found: number[] = []
  for (const { receiver, rssi } of heard) if (rssi > silentDbm && isThere(receiver)) found.push(rssi - silentDbm)
  if (found.length > loudest) found.sort((a, b) => b - a).length = loudest
  return found.reduce((sum, db) => sum + db, 0)
}
