// The people of the roster by building, in the order of the site, and as far as they match what is looked for. For SiteRoster.vue.
import type { RosterPerson } from '@rollcall/contracts/domains/site-roster'

export type RosterGroup = { readonly key: string; readonly title: string; readonly people: readonly RosterPerson[] }

/** Letters with and without their marks are the same. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()

/** Every word must be somewhere in the name, the number, the department or the host. */
export function rosterGroups(
  people: readonly RosterPerson[],
  buildings: readonly { readonly id: string; readonly name: string }[],
  find: string,
): RosterGroup[] {
  const words = plain(find).split(/\s+/).filter(Boolean)
  const found = people.filter(({ fullName, employeeId, departmentName, hostName }) => {
    const text = plain([fullName, employeeId, departmentName ?? '', hostName ?? ''].join(' '))
    return words.every((word) => text.includes(word))
  })
  const places = [...buildings, ...unknownOf(found, buildings)]
  return places
    .map(({ id, name }) => ({ key: id, title: name, people: found.filter(({ buildingId }) => buildingId === id) }))
    .filter((group) => group.people.length > 0)
}

/** Buildings that this device has not heard of. */
function unknownOf(people: readonly RosterPerson[], buildings: readonly { readonly id: string }[]) {
  const known = new Set(buildings.map(({ id }) => id))
  const others = new Set(people.map(({ buildingId }) => buildingId).filter((id) => !known.has(id)))
  return [...others].map((id) => ({ id, name: 'Another building' }))
}
