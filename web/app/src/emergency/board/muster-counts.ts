// The numbers of a board, counted from the people it shows, so that a tap is in both at once.
import type { MusterPerson } from '@rollcall/contracts/domains/muster'

export type BoardCounts = {
  readonly total: number
  readonly missing: number
  readonly help: number
  readonly safe: number
  /** Part of `safe`: known to be elsewhere, or excused. */
  readonly elsewhere: number
}

export function boardCounts(people: readonly Pick<MusterPerson, 'status'>[]): BoardCounts {
  const count = (...statuses: MusterPerson['status'][]) =>
    people.filter(({ status }) => statuses.includes(status)).length
  return {
    total: people.length,
    missing: count('unknown'),
    help: count('needs_help'),
    safe: count('accounted', 'off_site', 'excused'),
    elsewhere: count('off_site', 'excused'),
  }
}
