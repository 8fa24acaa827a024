// Why somebody of unknown status is not seen, as far as can be told (decisions 9). Used by the roster.
import type { MusterPerson } from '@rollcall/contracts/domains/muster'

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
export const recentMs = 5 * 60_000
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
