// Whose list everybody on a board is on, and who counts for each list now: the warden, or a deputy while those before are not on site
// or do not answer (rules 9). Pure; bound to the board by use-wardens.ts.
import type { MusterPerson } from '@rollcall/contracts/domains/muster'
import type { EmergencyAnswer } from '@rollcall/contracts/domains/wardens'
import type { Warden } from '@rollcall/contracts/domains/wardens'

/** Whoever has not answered by then is passed over; a later answer counts all the same. */
export const silentAfterMs = 120_000

export type WardenState = 'on_it' | 'cannot_come' | 'not_on_site' | 'silent' | 'asked'
export type WardenFacts = {
  readonly answers: readonly EmergencyAnswer[]
  readonly personOf: (personId: string) => Pick<MusterPerson, 'status'> | undefined
  /** Since the trigger. */
  readonly elapsedMs: number
}

/** On site is who was on the roster when it rang and was not found to be away; an answer says more than a badge. */
export function wardenState(personId: string, { answers, personOf, elapsedMs }: WardenFacts): WardenState {
  const said = answers.find(({ kind, id }) => kind === 'warden' && id === personId)?.answer
  if (said === 'on_it' || said === 'cannot_come') return said
  const person = personOf(personId)
  if (!person || person.status === 'off_site') return 'not_on_site'
  return elapsedMs > silentAfterMs ? 'silent' : 'asked'
}

/** Who counts for a list now; null: nobody is there. Whoever said so comes first, then the first who may still answer. */
export function countsFor(warden: Pick<Warden, 'people'>, facts: WardenFacts) {
  const states = warden.people.map((person) => ({ ...person, state: wardenState(person.personId, facts) }))
  for (const wanted of ['on_it', 'asked', 'silent'] as const) {
    const found = states.find(({ state }) => state === wanted)
    if (found) return found
  }
  return null
}

/** `counts`: it is my list now. `passedOver`: those before me, and why. */
export type MyPart = { readonly counts: boolean; readonly isDeputy: boolean; readonly passedOver: readonly Passed[] }
type Passed = { readonly fullName: string; readonly state: WardenState }

/** Null: it is not mine at all. Whoever looks at the board is there, whatever their badge says. */
export function myPart(
  { people }: Pick<Warden, 'people'>,
  myPersonIds: readonly string[],
  facts: WardenFacts,
): MyPart | null {
  const place = people.findIndex(({ personId }) => myPersonIds.includes(personId))
  const me = people[place]
  if (!me) return null
  const passedOver = people.slice(0, place).map((one) => ({ ...one, state: wardenState(one.personId, facts) }))
  const mine = wardenState(me.personId, facts)
  const isFree = passedOver.every(({ state }) => state !== 'on_it' && state !== 'asked')
  return { counts: mine === 'on_it' || (mine !== 'cannot_come' && isFree), isDeputy: place > 0, passedOver }
}

type Listed = Pick<MusterPerson, 'departmentId' | 'atTrigger'>

/** Whoever was seen in another building is on no list of this one; of whoever was seen nowhere the department tells. */
export function isOnList(warden: Warden, { departmentId, atTrigger }: Listed): boolean {
  if (atTrigger?.buildingId && atTrigger.buildingId !== warden.buildingId) return false
  if (warden.departmentId) return departmentId !== null && warden.departmentIds.includes(departmentId)
  if (warden.zoneId) return atTrigger?.zoneId === warden.zoneId
  if (warden.floorId) return atTrigger?.floorId === warden.floorId
  return true
}

/** The list that says most of a person: a zone before a department, a floor, the building. */
export function closestList(wardens: readonly Warden[], person: Listed): Warden | null {
  const breadth = ({ zoneId, departmentId, floorId }: Warden) => (zoneId ? 0 : departmentId ? 1 : floorId ? 2 : 3)
  const on = wardens.filter((warden) => warden.people.length > 0 && isOnList(warden, person))
  return on.toSorted((a, b) => breadth(a) - breadth(b))[0] ?? null
}

export type AreaNames = Pick<Warden, 'buildingName' | 'floorName' | 'zoneName' | 'departmentName'>
/** What a list is called; with the building where there are several. */
export function areaTitle(
  { buildingName, floorName, zoneName, departmentName }: AreaNames,
  withBuilding: boolean,
): string {
  const area = departmentName ?? [floorName, zoneName].filter(Boolean).join(': ')
  if (area === '') return buildingName
  return withBuilding ? `${area}, ${buildingName}` : area
}
