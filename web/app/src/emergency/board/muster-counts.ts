// The numbers of a board, counted from the people it shows, so that a tap is in both at once.
import type { MusterPerson } from '@rollcall/contracts/domains/muster'
import type { Emergency } from '@rollcall/contracts/domains/emergency'
import { absenceWords } from '../emergency-words.ts'

type WhyNotSeen = NonNullable<MusterPerson['absence']>
export type BoardCounts = {
  readonly total: number
  readonly missing: number
  readonly help: number
  readonly safe: number
  /** Part of `safe`: known to be elsewhere, or excused. */
  readonly elsewhere: number
  /** The missing by why they are not seen, what is worst first; without those that are none. */
  readonly why: readonly { readonly absence: WhyNotSeen; readonly count: number }[]
}

/** As the server counted them, while not everybody is here yet. */
export function countsOfServer({
  total,
  unknown,
  accounted,
  needsHelp,
  offSite,
  excused,
}: Emergency['counts']): BoardCounts {
  const elsewhere = offSite + excused
  return { total, missing: unknown, help: needsHelp, safe: accounted + elsewhere, elsewhere, why: [] }
}

const worstFirst = Object.keys(absenceWords) as WhyNotSeen[]

export function boardCounts(people: readonly Pick<MusterPerson, 'status' | 'absence'>[]): BoardCounts {
  const statuses = { unknown: 0, accounted: 0, needs_help: 0, off_site: 0, excused: 0 }
  const absences = new Map<WhyNotSeen, number>()
  for (const { status, absence } of people) {
    statuses[status] += 1
    if (status === 'unknown' && absence) absences.set(absence, (absences.get(absence) ?? 0) + 1)
  }
  const elsewhere = statuses.off_site + statuses.excused
  return {
    total: people.length,
    missing: statuses.unknown,
    help: statuses.needs_help,
    safe: statuses.accounted + elsewhere,
    elsewhere,
    why: worstFirst.flatMap((absence) => {
      const count = absences.get(absence)
      return count ? { absence, count } : []
    }),
  }
}
