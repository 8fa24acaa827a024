// Why somebody of unknown status is not seen, as far as can be told (rules 9). Used by whereabouts.ts.
import type { MusterPerson } from '@rollcall/contracts/domains/muster'
import type { ReceiverSpot } from './whereabouts-queries.ts'

/** The newest sighting of a person. */
export type Trace = {
  /** Epoch milliseconds. */
  readonly seenAt: number
  /** The sighting is in a building of the emergency. */
  readonly inScope: boolean
  /** The zone of the sighting leads outside, by its name or the name of its type. */
  readonly atExit: boolean
  readonly batteryPct: number | null
  /** Whether any of the three receivers nearest to the sighting is online; null: the floor has none. Asked only when it matters. */
  readonly receiversAlive: () => boolean | null
}

/** Whoever was heard within this is there; only then do receivers and doors matter. */
const recentMs = 5 * 60_000
/** A badge that said this last has most likely died since. */
const flatPct = 5

/** Null: never seen. */
export function absenceOf(trace: Trace | null, now: number): NonNullable<MusterPerson['absence']> {
  if (trace === null) return 'badge_silent'
  const { seenAt, inScope, atExit, batteryPct, receiversAlive } = trace
  if (!inScope) return 'left_site'
  if (now - seenAt <= recentMs) return 'probably_inside'
  if (receiversAlive() === false) return 'receivers_down'
  if (batteryPct !== null && batteryPct <= flatPct) return 'badge_silent'
  return atExit ? 'left_site' : 'badge_silent'
}

export type Position = { readonly xM: number; readonly yM: number } | null

/** Whether any of the three of these receivers nearest to a position is online; null: there are none, or the position is not known. */
export function hearingOf(receivers: readonly ReceiverSpot[]): (position: Position) => boolean | null {
  const online = receivers.filter((receiver) => receiver.online).length
  // Where all or none work, as almost always, nobody's neighbours need to be looked for.
  if (receivers.length === 0) return () => null
  if (online === 0 || online === receivers.length) return (position) => position && online > 0
  return (position) => position && isAnyNearOnline(position, receivers)
}

function isAnyNearOnline(position: NonNullable<Position>, receivers: readonly ReceiverSpot[]): boolean {
  const near: { online: boolean; distance: number }[] = []
  for (const { xM, yM, online } of receivers) {
    // A receiver that was never placed comes last.
    const distance = xM === null || yM === null ? Infinity : (xM - position.xM) ** 2 + (yM - position.yM) ** 2
    const rank = near.findIndex((other) => distance < other.distance)
    if (rank !== -1) near.splice(rank, 0, { online, distance })
    else if (near.length < 3) near.push({ online, distance })
    if (near.length > 3) near.pop()
  }
  return near.some(({ online }) => online)
}
