// A person on the roster as JSON. Text instead of objects: of thousands of people the most is written once and only put together here.
// Used by boards.ts and roster.ts.
import type { Emergency } from '@rollcall/contracts/domains/emergency'
import type { RosterEntry } from './roster-memory.ts'
import type { Shown, Whereabouts } from './whereabouts.ts'

type Event = Pick<Emergency, 'state' | 'scope'>

export function personText(entry: RosterEntry, event: Event, now: Whereabouts, shown: Shown): string {
  const isOpen = entry.status === 'unknown' && event.state === 'active'
  const { absence, evidence } = isOpen ? now.outcomeOf(entry.personId, entry.evidence, event.scope.buildingIds) : entry
  const details = now.detailsOf(entry.personId, shown)
  return `${entry.text},${details},"absence":${absence === null ? 'null' : `"${absence}"`},"evidence":${evidence ?? 'null'}}`
}
