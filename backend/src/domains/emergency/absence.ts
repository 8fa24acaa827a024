// Why somebody of unknown status is not seen, as far as can be told (rules 9). Used by evidence.ts.
import type { MusterPerson } from '@rollcall/contracts/domains/muster'

export type Absence = NonNullable<MusterPerson['absence']>

/** The newest sighting of a person. */
export type Trace = {
  /** Epoch milliseconds. */
  readonly seenAt: number
  /** The sighting is in a building of the emergency. */
  readonly inScope: boolean
  /** The zone of the sighting leads outside, by its name or the name of its type. */
  readonly atExit: boolean
  /** The zone of the sighting is a muster point of the emergency. */
  readonly atMusterPoint: boolean
  /** How likely they were at or beside a muster point of the emergency, outdoors; null: the position could not tell. */
  readonly musterProbability: number | null
  /** How likely they were inside a building; null: the position could not tell. */
  readonly insideProbability: number | null
  readonly batteryPct: number | null
  /** Whether any of the three receivers nearest to the sighting is online; null: the floor has none. Asked only when it matters. */
  readonly receiversAlive: () => boolean | null
}

/** Whoever was heard within this is there; only then do receivers and doors matter. */
const recentMs = 5 * 60_000
/** A badge that said this last has most likely died since. */
const flatPct = 5
/** Below it nobody is called "probably inside". */
const insideAtLeast = 0.2
/** As for accounting at a muster point. */
const atPointAbove = 0.8

/** `trace` null: never seen. */
export function absenceOf(trace: Trace | null, hasBadge: boolean, now: number): Absence {
  if (trace === null) return hasBadge ? 'badge_silent' : 'no_badge'
  const outside = isOutside(trace)
  if (now - trace.seenAt <= recentMs) {
    if (trace.inScope || trace.atMusterPoint) return outside ? 'near_muster_point' : 'probably_inside'
    return 'left_site'
  }
  if (!trace.inScope) return 'left_site'
  if (trace.receiversAlive() === false) return 'receivers_down'
  if (trace.batteryPct !== null && trace.batteryPct <= flatPct) return 'badge_silent'
  return trace.atExit || outside ? 'left_site' : 'badge_silent'
}

/** Positions that cannot tell by themselves are outside where they are in a muster point. */
function isOutside({ insideProbability, musterProbability, atMusterPoint }: Trace): boolean {
  if (musterProbability !== null && musterProbability > atPointAbove) return true
  return insideProbability === null ? atMusterPoint : insideProbability < insideAtLeast
}

type Point = { readonly xM: number; readonly yM: number }
type Spot = { readonly xM: number | null; readonly yM: number | null; readonly online: boolean }

/** Whether any of the three of these receivers nearest to a position is online; null: there are none, or the position is not known. */
export function isHeard(position: Point | null, receivers: readonly Spot[]): boolean | null {
  if (receivers.length === 0 || position === null) return null
  // As almost always; then nobody's neighbours need to be looked for.
  if (receivers.every(({ online }) => online)) return true
  // A receiver that was never placed comes last.
  const distance = ({ xM, yM }: Spot) =>
    xM === null || yM === null ? Infinity : Math.hypot(xM - position.xM, yM - position.yM)
  const near = receivers.map((receiver) => ({ online: receiver.online, distance: distance(receiver) }))
  return near
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .some(({ online }) => online)
}
