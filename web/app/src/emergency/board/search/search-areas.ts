// Where to look first: the areas in which missing people probably are, the most urgent first, each with who is probably there and
// why. Every figure that ranks an area is a reason that the page shows (likelihood.ts). Used by SearchFirst.vue and the plan.
import type { MusterPerson, Sweep } from '@rollcall/contracts/domains/muster'
import { areaKey } from '../sweeps.ts'
import { likelihoodOf } from './likelihood.ts'
import type { Likelihood, Moment } from './likelihood.ts'
import { t } from '../texts.ts'

export type SearchedPerson = Likelihood & { readonly person: MusterPerson }
/** `again`: searched, but since then somebody moved in it. */
export type AreaState = 'open' | 'again' | 'searching' | 'searched'
export type SearchArea = {
  readonly key: string
  readonly floorId: string
  readonly floorName: string
  /** Null: on the floor, outside its zones. */
  readonly zoneId: string | null
  readonly name: string
  /** The most likely first. */
  readonly people: readonly SearchedPerson[]
  /** How many people to expect there, by the chances of each. */
  readonly expected: number
  /** The same, with those who need it most counted more. Ranks, and is never shown. */
  readonly urgency: number
  readonly sweep: Sweep | null
  readonly state: AreaState
}
export type SearchPlan = {
  readonly areas: readonly SearchArea[]
  /** Missing, and no place to look: never seen, no badge, or a badge that went silent. */
  readonly nobodyKnows: readonly MusterPerson[]
  /** Missing or in need of help, and probably not inside. */
  readonly outside: readonly MusterPerson[]
}

/** Below this nobody is said to be inside (rules 9). */
const outsideBelow = 0.2
const order: Readonly<Record<AreaState, number>> = { again: 0, open: 0, searching: 1, searched: 2 }

export function searchAreas(people: readonly MusterPerson[], sweeps: readonly Sweep[], moment: Moment): SearchPlan {
  const byArea = new Map(sweeps.map((sweep) => [areaKey(sweep), sweep]))
  const gathered = new Map<string, SearchedPerson[]>()
  const nobodyKnows: MusterPerson[] = []
  const outside: MusterPerson[] = []
  for (const person of people) {
    if (person.status !== 'unknown' && person.status !== 'needs_help') continue
    if (isOutside(person)) outside.push(person)
    else if (isNowhere(person)) nobodyKnows.push(person)
    else {
      const { sighting } = person.evidence!
      const likelihood = likelihoodOf(person, byArea.get(areaKey(sighting)) ?? null, moment)
      const key = placeKey(person)
      const others = gathered.get(key)
      if (others) others.push({ person, ...likelihood })
      else gathered.set(key, [{ person, ...likelihood }])
    }
  }
  const areas = [...gathered].map(([key, found]) => areaOf(key, found, byArea))
  return {
    areas: areas.toSorted((a, b) => order[a.state] - order[b.state] || steps(b) - steps(a) || byName(a, b)),
    nobodyKnows,
    outside,
  }
}

/** Chances waver from second to second; areas change places only for what makes a difference. */
const steps = ({ urgency }: SearchArea): number => Math.round(urgency * 4)
const byName = (a: SearchArea, b: SearchArea): number =>
  a.floorName.localeCompare(b.floorName) || a.name.localeCompare(b.name)

function areaOf(key: string, found: SearchedPerson[], sweeps: ReadonlyMap<string, Sweep>): SearchArea {
  const { sighting, nearZoneName } = found[0]!.person.evidence!
  const { floorId, floorName, zoneId, zoneName } = sighting
  const sweep = sweeps.get(areaKey(sighting)) ?? null
  const sum = (of: (one: SearchedPerson) => number) => found.reduce((total, one) => total + of(one), 0)
  return {
    key,
    floorId,
    floorName,
    zoneId,
    name: zoneName ?? (nearZoneName === null ? outsideZones() : t('nearZoneTitle', { zone: nearZoneName })),
    people: found.toSorted((a, b) => b.urgency - a.urgency),
    expected: sum(({ chance }) => chance),
    urgency: sum(({ urgency }) => urgency),
    sweep,
    state: stateOf(sweep, found),
  }
}

export const outsideZones = () => t('outsideZones')

function stateOf(sweep: Sweep | null, found: readonly SearchedPerson[]): AreaState {
  if (sweep === null || sweep.state === 'open') return 'open'
  if (sweep.state === 'searching') return 'searching'
  return found.some(({ movedSinceSweep }) => movedSinceSweep) ? 'again' : 'searched'
}

/** People outside the zones are told apart by the zone they are next to. */
function placeKey({ evidence }: MusterPerson): string {
  const { sighting, nearZoneName } = evidence!
  return sighting.zoneId === null ? `${areaKey(sighting)}~${nearZoneName ?? ''}` : areaKey(sighting)
}

function isOutside({ absence, evidence }: MusterPerson): boolean {
  if (absence === 'near_muster_point' || absence === 'left_site') return true
  return (evidence?.insideProbability ?? 1) < outsideBelow
}

function isNowhere({ status, absence, evidence }: MusterPerson): boolean {
  if (evidence === null) return true
  return status === 'unknown' && (absence === 'badge_silent' || absence === 'no_badge')
}
