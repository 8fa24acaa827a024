// Who of a board stands where: narrowed by the choice, in groups, in order. What is worked out of one person is remembered until
// that person changes, so that ten thousand are arranged anew within a frame or two.
import type { MusterPerson, MusterStatus } from '@rollcall/contracts/domains/muster'
import { absenceWords } from '../emergency-words.ts'
import type { BoardChoice } from './board-choice.ts'

/** The three answers of a board, in the order a warden needs them. */
export type Standing = 'missing' | 'help' | 'safe'
const standings = ['missing', 'help', 'safe'] as const
export function standingOf(status: MusterStatus): Standing {
  return status === 'unknown' ? 'missing' : status === 'needs_help' ? 'help' : 'safe'
}
export const standingWords: Readonly<Record<Standing, string>> = {
  missing: 'Missing',
  help: 'Needs help',
  safe: 'Accounted for',
}

export type GroupCounts = { readonly total: number; readonly missing: number }
export type Group = { readonly key: string; readonly title: string; readonly personIds: readonly string[] }

export type ArrangeAsk = { readonly choice: BoardChoice; readonly pointName: (zoneId: string) => string }

export function arrange(people: readonly MusterPerson[], ask: ArrangeAsk): Group[] {
  const order = orders[ask.choice.sort]
  return groupsOf(people, ask).map(({ key, title, members }) => ({
    key,
    title,
    personIds: standings.flatMap((standing) => {
      const part = members.filter(({ status }) => standingOf(status) === standing)
      return (order ? part.sort(order) : part).map(({ personId }) => personId)
    }),
  }))
}

/** By group: as it is now, while rows still stand where they were. */
export function countGroups(people: readonly MusterPerson[], ask: ArrangeAsk): Map<string, GroupCounts> {
  return new Map(
    groupsOf(people, ask).map(({ key, members }) => {
      const missing = members.filter(({ status }) => status === 'unknown').length
      return [key, { total: members.length, missing }]
    }),
  )
}

type Place = { readonly key: string; readonly title: string; readonly rank: number }

function groupsOf(people: readonly MusterPerson[], { choice, pointName }: ArrangeAsk) {
  const matches = matcher(choice)
  const groups = new Map<string, Place & { members: MusterPerson[] }>()
  for (const person of people) {
    if (!matches(person)) continue
    const place = placings[choice.group](person, pointName)
    const group = groups.get(place.key)
    if (group) group.members.push(person)
    else groups.set(place.key, { ...place, members: [person] })
  }
  return [...groups.values()].toSorted((a, b) => a.rank - b.rank || compareText(a.title, b.title))
}

const last = 99
const placeOf = ({ evidence }: MusterPerson): Place => {
  if (!evidence) return { key: 'never', title: 'Never seen by a receiver', rank: last }
  const { floorId, floorName, zoneId, zoneName } = evidence.sighting
  return {
    key: `${floorId}/${zoneId ?? ''}`,
    title: `${floorName}: ${zoneName ?? 'outside any zone'}`,
    rank: 0,
  }
}
const byThemselves: Readonly<Record<string, string>> = {
  auto_zone: 'Seen at a muster point',
  link: 'By their own answer',
}
const evidenceOrder = Object.keys(absenceWords)

const placings: Readonly<
  Record<BoardChoice['group'], (person: MusterPerson, pointName: (id: string) => string) => Place>
> = {
  status: ({ status }) => {
    const standing = standingOf(status)
    return { key: standing, title: standingWords[standing], rank: standings.indexOf(standing) }
  },
  place: placeOf,
  department: ({ departmentName }) =>
    departmentName === null
      ? { key: '', title: 'No department', rank: last }
      : { key: departmentName, title: departmentName, rank: 0 },
  point: ({ musterPointId }, pointName) =>
    musterPointId === null
      ? { key: '', title: 'No muster point', rank: last }
      : { key: musterPointId, title: pointName(musterPointId), rank: 0 },
  warden: ({ status, method, by }) => {
    if (status === 'unknown') return { key: '', title: 'Nobody yet', rank: -1 }
    const title = (method && byThemselves[method]) ?? by ?? 'Saving'
    return { key: title, title, rank: method && byThemselves[method] ? last : 0 }
  },
  evidence: ({ status, absence }) => {
    if (status !== 'unknown' || absence === null) {
      const standing = standingOf(status)
      return { key: standing, title: standingWords[standing], rank: last + standings.indexOf(standing) }
    }
    return { key: absence, title: absenceWords[absence].word, rank: evidenceOrder.indexOf(absence) }
  },
}

const seenAt = ({ evidence }: MusterPerson): string => evidence?.sighting.at ?? ''
const placeText = ({ evidence }: MusterPerson): string =>
  evidence ? `${evidence.sighting.floorName} ${evidence.sighting.zoneName ?? '\u{10FFFF}'}` : '\u{10FFFF}'
const ascending = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
type Order = (a: MusterPerson, b: MusterPerson) => number
/** People come in the order of their names, and a sort keeps that among equals. Times are compared as they are written. */
const orders: Readonly<Record<BoardChoice['sort'], Order | null>> = {
  name: null,
  unseen: (a, b) => ascending(seenAt(a), seenAt(b)),
  seen: (a, b) => ascending(seenAt(b), seenAt(a)),
  zone: (a, b) => ascending(placeText(a), placeText(b)),
  changed: (a, b) => ascending(b.at ?? '', a.at ?? ''),
}
const { compare: compareText } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

function matcher(choice: BoardChoice): (person: MusterPerson) => boolean {
  const { show, evidence, special, guests, floor, zone, department } = choice
  const words = plain(choice.find).split(/\s+/).filter(Boolean)
  return (person) => {
    const { status } = person
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

const texts = new WeakMap<MusterPerson, string>()
function searchText(person: MusterPerson): string {
  const known = texts.get(person)
  if (known !== undefined) return known
  const { fullName, employeeId, departmentName, transmitterId, evidence } = person
  const place = [evidence?.sighting.zoneName ?? evidence?.nearZoneName, evidence?.sighting.floorName]
  const text = plain([fullName, employeeId, departmentName, transmitterId, ...place].join(' '))
  texts.set(person, text)
  return text
}

/** Without capitals and accents: whoever is in a hurry types "muller". */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
