// Everybody on a board, by person and in the order of their names. Only who changed gets a new object, so that what is drawn or
// worked out of one person holds until that person changes. Part of muster-feed.ts.
import type { Muster, MusterPerson, MusterStatus } from '@rollcall/contracts/domains/muster'
import { shallowRef } from 'vue'

/** Somebody as the board showed them, and as it shows them now. */
export type Change = { readonly before: MusterPerson; readonly after: MusterPerson }

const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** `tapped`: what was tapped of a person and is on its way; it is shown at once. */
export function createRoster(tapped: (personId: string) => MusterStatus | undefined) {
  const people = shallowRef<readonly MusterPerson[]>([])
  /** Whose status changed last, for the announcement. */
  const changes = shallowRef<readonly Change[]>([])
  let known = new Map<string, MusterPerson>()
  let places = new Map<string, number>()

  function asShown(person: MusterPerson): MusterPerson {
    const status = tapped(person.personId)
    return status === undefined || status === person.status ? person : { ...person, status }
  }

  /** `settled`: who was decided here while the answer was on its way; what it says of them counts unless it is older. */
  function merge(answer: Pick<Muster, 'people' | 'since'>, settled: ReadonlySet<string>): void {
    const isWhole = answer.since === 0
    const isNewer = (person: MusterPerson) => {
      const ours = settled.has(person.personId) ? known.get(person.personId)?.at : null
      return !ours || (person.at !== null && person.at >= ours)
    }
    const news = answer.people.map((person) => (isNewer(person) ? person : known.get(person.personId)!))
    const needsOrder = isWhole || news.some((one) => known.get(one.personId)?.fullName !== one.fullName)
    if (isWhole) known = new Map()
    for (const person of news) known.set(person.personId, person)
    if (needsOrder) order()
    else show(news.map(({ personId }) => personId))
  }

  function order(): void {
    const before = new Map(people.value.map((person) => [person.personId, person]))
    const sorted = [...known.values()].toSorted((a, b) => compare(a.fullName, b.fullName)).map(asShown)
    places = new Map(sorted.map(({ personId }, index) => [personId, index]))
    people.value = sorted
    tellChanges(sorted.map((after) => ({ before: before.get(after.personId) ?? after, after })))
  }

  /** Shows these people as they are known and tapped now. */
  function show(personIds: readonly string[]): void {
    if (personIds.length === 0) return
    const next = [...people.value]
    const changed: Change[] = []
    for (const personId of personIds) {
      const index = places.get(personId)
      const person = known.get(personId)
      if (index === undefined || !person) continue
      const after = asShown(person)
      changed.push({ before: next[index]!, after })
      next[index] = after
    }
    people.value = next
    tellChanges(changed)
  }

  function tellChanges(all: readonly Change[]): void {
    const told = all.filter(({ before, after }) => before.status !== after.status)
    if (told.length > 0) changes.value = told
  }

  /** As the server has them now. */
  function put(person: MusterPerson): void {
    if (known.has(person.personId)) known.set(person.personId, person)
  }

  return {
    people,
    changes,
    merge,
    show,
    put,
    /** As the server has them. */
    all: () => [...known.values()],
    personOf: (personId: string) => {
      const index = places.get(personId)
      return index === undefined ? undefined : people.value[index]
    },
  }
}
