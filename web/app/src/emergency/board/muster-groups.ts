// The people of an emergency in the order a warden needs them: missing, needing help, then everybody else; searched and
// filtered. Also says in one sentence what changed between two looks at the board.
import type { MusterPerson, MusterStatus } from '@rollcall/contracts/domains/muster'
import { people as peopleWord } from '../emergency-words.ts'
import type { Change } from './roster.ts'

export type GroupKey = 'missing' | 'help' | 'safe'
export type MusterGroup = {
  readonly key: GroupKey
  readonly title: string
  readonly people: readonly MusterPerson[]
  /** Who belongs here by now; people held in place for a moment are listed but not counted. */
  readonly count: number
}

const titles: Readonly<Record<GroupKey, string>> = {
  missing: 'Missing',
  help: 'Needs help',
  safe: 'Accounted for',
}

export function groupOf(status: MusterStatus): GroupKey {
  return status === 'unknown' ? 'missing' : status === 'needs_help' ? 'help' : 'safe'
}

export type GroupAsk = {
  readonly search: string
  readonly only: GroupKey | null
  /** Somebody just tapped stays in the old group for a moment, so that the next row does not slide under the finger. */
  readonly heldAs: ReadonlyMap<string, MusterStatus>
}

export function musterGroups(people: readonly MusterPerson[], ask: GroupAsk): MusterGroup[] {
  const found = people.filter((person) => matches(person, ask.search))
  const keys: GroupKey[] = ask.only === null ? ['missing', 'help', 'safe'] : [ask.only]
  return keys
    .map((key) => ({
      key,
      title: titles[key],
      count: found.filter(({ status }) => groupOf(status) === key).length,
      people: found.filter(({ personId, status }) => groupOf(ask.heldAs.get(personId) ?? status) === key),
    }))
    .filter((group) => group.people.length > 0)
}

function matches(person: MusterPerson, search: string): boolean {
  const { fullName, employeeId, departmentName, evidence } = person
  const text = [fullName, employeeId, departmentName, evidence?.sighting.zoneName, evidence?.sighting.floorName]
  const words = search.toLowerCase().split(/\s+/)
  const searchable = text.join(' ').toLowerCase()
  return words.every((word) => searchable.includes(word))
}

/** Names while they are few enough to be listened to. */
const mostNames = 3
const changeWords: Readonly<Record<GroupKey, string>> = {
  missing: 'missing again',
  help: 'in need of help',
  safe: 'accounted for',
}

/** For the live region; empty when nothing changed. `missing`: how many are now. */
export function changeSentence(changes: readonly Change[], missing: number): string {
  const changed = changes.filter(({ before, after }) => groupOf(before.status) !== groupOf(after.status))
  if (changed.length === 0) return ''
  const sentences = (['help', 'safe', 'missing'] as const).flatMap((key) => {
    const names = changed.filter(({ after }) => groupOf(after.status) === key).map(({ after }) => after.fullName)
    if (names.length === 0) return []
    return `${names.length > mostNames ? peopleWord(names.length) : names.join(', ')} ${changeWords[key]}.`
  })
  return `${sentences.join(' ')} ${missing === 0 ? 'Nobody is' : missing === 1 ? '1 person is' : `${missing} people are`} missing.`
}
