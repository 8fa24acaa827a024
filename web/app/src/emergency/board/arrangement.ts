// Who of a board stands where: narrowed by the choice, in groups, in order. What is worked out of one person is remembered until
// that person changes, so that ten thousand are arranged anew within a frame or two.
import type { MusterPerson, MusterStatus } from '@rollcall/contracts/domains/muster'
import { absenceWords } from '../emergency-words.ts'
import { isNarrowed } from './board-choice.ts'
import type { BoardChoice } from './board-choice.ts'
import { t } from './texts.ts'

/** The three answers of a board, in the order a warden needs them. */
export type Standing = 'missing' | 'help' | 'safe'
const standings = ['missing', 'help', 'safe'] as const
export function standingOf(status: MusterStatus): Standing {
  return status === 'unknown' ? 'missing' : status === 'needs_help' ? 'help' : 'safe'
}
export const standingWords: Readonly<Record<Standing, string>> = {
  get missing() {
    return t('missing')
  },
  get help() {
    return t('needsHelp')
  },
  get safe() {
    return t('accountedFor')
  },
}

export type GroupCounts = { readonly total: number; readonly missing: number }
export type Group = { readonly key: string; readonly title: string; readonly personIds: readonly string[] }

export type ArrangeAsk = {
  readonly choice: BoardChoice
  readonly pointName: (zoneId: string) => string
  /** Who is on my list; null: everybody is shown. */
  readonly isMine?: ((person: MusterPerson) => boolean) | null
  /** On whose list somebody is. */
  readonly listOf?: (person: MusterPerson) => { readonly key: string; readonly title: string } | null
}

export function arrange(people: readonly MusterPerson[], ask: ArrangeAsk): Group[] {
  const { choice } = ask
  const matches = matcher(ask)
  const { keyOf, nameOf } = groupings[choice.group]
  const groups = new Map<string, { first: MusterPerson; members: Record<Standing, MusterPerson[]> }>()
  for (const person of people) {
    if (matches && !matches(person)) continue
    const key = keyOf(person, ask)
    let group = groups.get(key)
    if (!group) groups.set(key, (group = { first: person, members: { missing: [], help: [], safe: [] } }))
    group.members[standingOf(person.status)].push(person)
  }
  const numberOf = orders[choice.sort]?.(people)
  return [...groups]
    .map(([key, { first, members }]) => ({
      key,
      ...nameOf(first, ask),
      personIds: standings.flatMap((standing) =>
        (numberOf ? byNumber(members[standing], numberOf) : members[standing]).map(({ personId }) => personId),
      ),
    }))
    .toSorted((a, b) => a.rank - b.rank || compareText(a.title, b.title))
}

/** By group: as it is now, while rows still stand where they were. */
export function countGroups(people: readonly MusterPerson[], ask: ArrangeAsk): Map<string, GroupCounts> {
  const matches = matcher(ask)
  const { keyOf } = groupings[ask.choice.group]
  const counts = new Map<string, { total: number; missing: number }>()
  for (const person of people) {
    if (matches && !matches(person)) continue
    const key = keyOf(person, ask)
    let group = counts.get(key)
    if (!group) counts.set(key, (group = { total: 0, missing: 0 }))
    group.total += 1
    if (person.status === 'unknown') group.missing += 1
  }
  return counts
}

type GroupName = { readonly title: string; readonly rank: number }
type Grouping = {
  readonly keyOf: (person: MusterPerson, ask: ArrangeAsk) => string
  /** Of any member; asked once for each group. */
  readonly nameOf: (person: MusterPerson, ask: ArrangeAsk) => GroupName
}

const last = 99
const orNone = (title: string | null, none: string): GroupName =>
  title === null ? { title: none, rank: last } : { title, rank: 0 }
const byThemselves: Readonly<Record<string, string>> = {
  get auto_zone() {
    return t('seenAtPoint')
  },
  get link() {
    return t('byOwnAnswerGroup')
  },
}
const deciderOf = ({ status, method, by }: MusterPerson): string => {
  if (status === 'unknown') return ''
  return (method && byThemselves[method]) ?? by ?? t('saving')
}
const worstFirst = Object.keys(absenceWords)

const groupings: Readonly<Record<BoardChoice['group'], Grouping>> = {
  status: {
    keyOf: ({ status }) => standingOf(status),
    nameOf: ({ status }) => named(standingOf(status), 0),
  },
  place: {
    keyOf: (person) => placeKey(person),
    nameOf: ({ evidence }) => {
      if (!evidence) return { title: t('neverSeen'), rank: last }
      return { title: `${evidence.sighting.floorName}: ${evidence.sighting.zoneName ?? t('outsideAnyZone')}`, rank: 0 }
    },
  },
  department: {
    keyOf: ({ departmentName }) => departmentName ?? '',
    nameOf: ({ departmentName }) => orNone(departmentName, t('noDepartment')),
  },
  point: {
    keyOf: ({ musterPointId }) => musterPointId ?? '',
    nameOf: ({ musterPointId }, { pointName }) => orNone(musterPointId && pointName(musterPointId), t('noPoint')),
  },
  warden: {
    keyOf: (person, { listOf }) => listOf?.(person)?.key ?? '',
    nameOf: (person, { listOf }) => orNone(listOf?.(person)?.title ?? null, t('nobodyAnswersFor')),
  },
  decider: {
    keyOf: deciderOf,
    nameOf: (person) => {
      const title = deciderOf(person)
      if (title === '') return { title: t('nobodyYet'), rank: -1 }
      return { title, rank: person.method && byThemselves[person.method] ? last : 0 }
    },
  },
  evidence: {
    keyOf: ({ status, absence }) => (status === 'unknown' && absence) || standingOf(status),
    nameOf: ({ status, absence }) =>
      status === 'unknown' && absence
        ? { title: absenceWords[absence].word, rank: worstFirst.indexOf(absence) }
        : named(standingOf(status), last),
  },
}
function named(standing: Standing, after: number): GroupName {
  return { title: standingWords[standing], rank: after + standings.indexOf(standing) }
}

type NumberOf = (person: MusterPerson) => number
/** By what number people are sorted; among equals they stay in the order they come in, which is that of their names. */
const orders: Readonly<Record<BoardChoice['sort'], ((people: readonly MusterPerson[]) => NumberOf) | null>> = {
  name: null,
  unseen: () => seenAt,
  seen: () => (person) => -seenAt(person),
  changed: () => (person) => -changedAt(person),
  zone: (people) => {
    const texts = [...new Set(people.map(placeText))].toSorted(compareText)
    const ranks = new Map(texts.map((text, rank) => [text, rank]))
    return (person) => ranks.get(placeText(person))!
  },
}
const { compare: compareText } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Numbers in a row of their own are sorted many times faster than people by what is in them. */
function byNumber(people: readonly MusterPerson[], numberOf: NumberOf): MusterPerson[] {
  const numbers = Float64Array.from(people, (person) => numberOf(person))
  const places = Uint32Array.from(people, (_, index) => index).sort((a, b) => numbers[a]! - numbers[b]! || a - b)
  return Array.from(places, (index) => people[index]!)
}

const seenAt = remembered(({ evidence }) => (evidence ? Date.parse(evidence.sighting.at) : 0))
const changedAt = remembered(({ at }) => (at === null ? 0 : Date.parse(at)))
const placeKey = remembered(({ evidence }) =>
  evidence ? `${evidence.sighting.floorId}/${evidence.sighting.zoneId ?? ''}` : '',
)
const placeText = remembered(({ evidence }) =>
  evidence ? `${evidence.sighting.floorName} ${evidence.sighting.zoneName ?? '\u{10FFFF}'}` : '\u{10FFFF}',
)

/** Worked out once of a person, until that person changes. */
function remembered<T>(workOut: (person: MusterPerson) => T): (person: MusterPerson) => T {
  const known = new WeakMap<MusterPerson, T>()
  return (person) => {
    let value = known.get(person)
    if (value === undefined) known.set(person, (value = workOut(person)))
    return value
  }
}

/** Null: everybody. */
function matcher({ choice, isMine = null }: ArrangeAsk): ((person: MusterPerson) => boolean) | null {
  if (!isNarrowed(choice)) return isMine
  const { show, evidence, special, guests, floor, zone, department } = choice
  const words = plain(choice.find).split(/\s+/).filter(Boolean)
  return (person) => {
    const { status } = person
    if (isMine && !isMine(person)) return false
    if (show === 'away' ? status !== 'off_site' && status !== 'excused' : show && standingOf(status) !== show)
      return false
    if (evidence && (person.absence !== evidence || status !== 'unknown')) return false
    if (special && !person.specialNeeds) return false
    if (guests && person.entityType === 'employee') return false
    if (floor && person.evidence?.sighting.floorId !== floor) return false
    if (zone && person.evidence?.sighting.zoneId !== zone) return false
    if (department && person.departmentName !== department) return false
    return words.every((word) => searchText(person).includes(word))
  }
}

const searchText = remembered(({ fullName, employeeId, departmentName, transmitterId, evidence }) => {
  const place = [evidence?.sighting.zoneName ?? evidence?.nearZoneName, evidence?.sighting.floorName]
  return plain([fullName, employeeId, departmentName, transmitterId, ...place].join(' '))
})

/** Without capitals and accents: whoever is in a hurry types "muller". */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
