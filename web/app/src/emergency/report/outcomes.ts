// Who is listed in a report, in which order, and how its times are told. For PersonOutcomes.vue, SweepOutcomes.vue and Timeline.vue.
import type { MusterPerson, MusterStatus } from '@rollcall/contracts/domains/muster'
import { clockTime } from '../../ui/site-time.ts'
import { t } from './texts.ts'

/** Not safe first. */
const order: Readonly<Record<MusterStatus, number>> = {
  unknown: 0,
  needs_help: 1,
  accounted: 2,
  off_site: 3,
  excused: 4,
}

export function outcomesOf(people: readonly MusterPerson[], search: string): MusterPerson[] {
  const words = search.toLowerCase().split(/\s+/)
  return people
    .filter(({ fullName, employeeId, departmentName }) => {
      const text = `${fullName} ${employeeId} ${departmentName ?? ''}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .toSorted((a, b) => order[a.status] - order[b.status] || a.fullName.localeCompare(b.fullName))
}

/** What travelled longer than this waited for a connection: that is worth saying. */
const lateMs = 5_000

/** "10:02:00", or "10:02:00, arrived 10:09:12" when we heard of it later. */
export function decisionTime(decidedAt: string, arrivedAt: string | null, timeZone?: string): string {
  const decided = Date.parse(decidedAt)
  const arrived = arrivedAt === null ? decided : Date.parse(arrivedAt)
  const time = clockTime(decided, timeZone)
  return arrived - decided < lateMs ? time : t('arrived', { decided: time, arrived: clockTime(arrived, timeZone) })
}
