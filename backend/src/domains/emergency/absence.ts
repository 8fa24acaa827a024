// Why somebody of unknown status is not seen, as far as can be told (decisions 9). Used by the roster.
import type { MusterPerson } from '@rollcall/contracts/domains/muster'
import type { ReceiverSpot, Surroundings } from './roster-queries.ts'

export type Trace = {
  /** Epoch milliseconds of the newest sighting; null: never seen. */
  readonly seenAt: number | null
  /** The sighting is in a building of the emergency. */
  readonly inScope: boolean
  /** The zone of the sighting leads outside, by its name or the name of its type. */
  readonly atExit: boolean
  readonly batteryPct: number | null
  /** Whether any of the three receivers nearest to the sighting is online; null: the floor has none. */
  readonly receiversAlive: boolean | null
}

/** Whoever was heard within this is there; only then do receivers and doors matter. */
const recentMs = 5 * 60_000
/** A badge that said this last has most likely died since. */
const flatPct = 5

export function absenceOf(trace: Trace, now: number): NonNullable<MusterPerson['absence']> {
  const { seenAt, inScope, atExit, batteryPct, receiversAlive } = trace
  if (seenAt === null) return 'badge_silent'
  if (!inScope) return 'left_site'
  if (now - seenAt <= recentMs) return 'probably_inside'
  if (receiversAlive === false) return 'receivers_down'
  if (batteryPct !== null && batteryPct <= flatPct) return 'badge_silent'
  return atExit ? 'left_site' : 'badge_silent'
}

/** The same from what is known of a person: their newest sighting, and the site around it. */
export function absenceIn(
  evidence: MusterPerson['evidence'],
  around: Surroundings,
  /** Buildings of the emergency. */
  scope: readonly string[],
  now: number,
): NonNullable<MusterPerson['absence']> {
  const { sighting = null, position = null, batteryPct = null } = evidence ?? {}
  const seenAt = sighting ? Date.parse(sighting.at) : null
  const isRecent = seenAt !== null && now - seenAt <= recentMs
  const trace = {
    seenAt,
    inScope: sighting !== null && scope.includes(sighting.buildingId),
    atExit: sighting?.zoneId ? (around.zones.get(sighting.zoneId)?.leadsOutside ?? false) : false,
    batteryPct,
    receiversAlive:
      sighting && position && !isRecent ? isHeardThere(around.receivers.get(sighting.floorId) ?? [], position) : null,
  }
  return absenceOf(trace, now)
}

/** Whether any of the three receivers nearest to the place is online; null: the floor has none. */
function isHeardThere(receivers: readonly ReceiverSpot[], place: { xM: number; yM: number }): boolean | null {
  if (receivers.length === 0) return null
  const near: { online: boolean; distance: number }[] = []
  for (const { xM, yM, online } of receivers) {
    // A receiver that was never placed comes last.
    const distance = xM === null || yM === null ? Infinity : (xM - place.xM) ** 2 + (yM - place.yM) ** 2
    const rank = near.findIndex((other) => distance < other.distance)
    if (rank !== -1) near.splice(rank, 0, { online, distance })
    else if (near.length < 3) near.push({ online, distance })
    if (near.length > 3) near.pop()
  }
  return near.some(({ online }) => online)
}
