// The roster in the parts in which it is shown and printed: building by building in the order of the site, and in each by department.
// For SiteRoster.vue and its sheet of paper.
import type { RosterPerson } from '@rollcall/contracts/domains/site-roster'
import { byDepartment } from '../../ui/paper/paper-groups.ts'
import { t } from './texts.ts'

export type RosterPart = { readonly key: string; readonly title: string; readonly people: readonly RosterPerson[] }
type Building = { readonly id: string; readonly name: string }

/** Where there are several buildings, each part says in which it is. */
export function rosterParts(people: readonly RosterPerson[], buildings: readonly Building[]): RosterPart[] {
  const known = new Set(buildings.map(({ id }) => id))
  const places = [
    ...buildings.map(({ id, name }) => ({ name, here: people.filter(({ buildingId }) => buildingId === id) })),
    // One that this device has not heard of.
    { name: t('anotherBuilding'), here: people.filter(({ buildingId }) => !known.has(buildingId)) },
  ].filter(({ here }) => here.length > 0)
  const isAlone = buildings.length === 1 && people.every(({ buildingId }) => known.has(buildingId))
  return places.flatMap(({ name, here }) =>
    byDepartment(here).map(({ key, title, people: listed }) => {
      return { key: `${name} ${key}`, title: isAlone ? title : `${name}: ${title}`, people: listed }
    }),
  )
}

/** Letters with and without their marks are the same. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()

/** Every word must be somewhere in the name, the number, the department or the host. */
export function matching(people: readonly RosterPerson[], find: string): readonly RosterPerson[] {
  const words = plain(find).split(/\s+/).filter(Boolean)
  return people.filter(({ fullName, employeeId, departmentName, hostName }) => {
    const text = plain([fullName, employeeId, departmentName ?? '', hostName ?? ''].join(' '))
    return words.every((word) => text.includes(word))
  })
}
