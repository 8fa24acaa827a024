// The roster in the parts in which it is printed: building by building in the order of the site, and in each by department.
import type { RosterPerson } from '@rollcall/contracts/domains/site-roster'
import { byDepartment } from '../../ui/paper/paper-groups.ts'

export type RosterPart = { readonly key: string; readonly title: string; readonly people: readonly RosterPerson[] }
type Building = { readonly id: string; readonly name: string }

export function rosterParts(people: readonly RosterPerson[], buildings: readonly Building[]): RosterPart[] {
  const known = new Set(buildings.map(({ id }) => id))
  const places = [
    ...buildings.map(({ id, name }) => ({ name, here: people.filter(({ buildingId }) => buildingId === id) })),
    { name: 'Another building', here: people.filter(({ buildingId }) => !known.has(buildingId)) },
  ]
  return places.flatMap(({ name, here }) =>
    byDepartment(here).map(({ key, title, people: listed }) => {
      return { key: `${name} ${key}`, title: `${name}: ${title} (${listed.length})`, people: listed }
    }),
  )
}
