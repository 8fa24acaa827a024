// Who and what is in the building: people with badges, visitors, contractors and tagged assets. Called by demo-site.ts and world.ts.
import type { Site } from '@rollcall/contracts/site'
import type { Random } from '../random.ts'
import { firstNames, lastNames } from './names.ts'
import { assetList, type Team, teams } from './teams.ts'

export type Person = Site['people'][number]

export interface Carrier {
  transmitterId: string
  /** Key of the room where the desk is, or where the asset belongs. */
  home: string
  kind: 'person' | 'roamer' | 'guest' | 'asset'
}

export interface Roster {
  people: Person[]
  assets: Site['assets']
  departments: Site['departments']
  carriers: Carrier[]
}

const visitorCount = 4
const contractorCount = 4
const guestRooms = ['g-reception', 'g-showroom', 'f-boardroom', 'g-training'] as const
const contractorRooms = ['g-plant', 'g-workshop', 'g-stores', 'f-prototype'] as const

/** Everyone employed at the demo site; more are added only for load tests. */
export const employeeCount = teams.reduce((sum, team) => sum + team.size, 0)

export function createRoster(random: Random, employees = employeeCount): Roster {
  const names = fullNames(random.fork('names'))
  const radio = random.fork('badges')
  const battery = random.fork('battery')
  const people: Person[] = []
  const carriers: Carrier[] = []

  const add = (person: Omit<Person, 'transmitterId' | 'batteryPct'>, home: string, kind: Carrier['kind']) => {
    const transmitterId = badgeId(radio, carriers.length)
    people.push({ ...person, transmitterId, batteryPct: batteryPct(battery) })
    carriers.push({ transmitterId, home, kind })
  }

  for (const { team, title } of positions(employees)) {
    const fullName = names(people.length)
    add(employee(people.length, fullName, title, team), team.room, team.roaming ? 'roamer' : 'person')
  }
  for (let i = 0; i < visitorCount; i++) {
    const fullName = names(people.length)
    add(guest('visitor', `V-${101 + i}`, fullName, 'Visitor'), guestRooms[i % guestRooms.length]!, 'guest')
  }
  for (let i = 0; i < contractorCount; i++) {
    const fullName = names(people.length)
    const title = ['Electrician', 'Lift technician', 'Network installer', 'Cleaner'][i % 4]!
    add(guest('contractor', `C-${201 + i}`, fullName, title), contractorRooms[i % contractorRooms.length]!, 'roamer')
  }
  const assets = assetList.map((asset, i) => {
    const transmitterId = badgeId(radio, carriers.length)
    carriers.push({ transmitterId, home: asset.room, kind: 'asset' })
    const serialNumber = `TW-${4100 + i * 7}`
    return { name: asset.name, category: asset.category, serialNumber, transmitterId, batteryPct: batteryPct(battery) }
  })
  return { people, assets, carriers, departments: teams.map(({ name, code }) => ({ name, code })) }
}

/** One entry per employee; beyond the demo's number the teams fill up again in turn. */
function* positions(count: number): Generator<{ team: Team; title: string }> {
  const demo = teams.flatMap((team) =>
    Array.from({ length: team.size }, (_, i) => ({ team, title: team.titles[i % team.titles.length]! })),
  )
  for (let i = 0; i < count; i++) yield demo[i % demo.length]!
}

function employee(index: number, fullName: string, jobTitle: string, team: Team) {
  return {
    entityType: 'employee' as const,
    employeeId: `E-${1001 + index}`,
    fullName,
    email: `${emailName(fullName)}${index < 80 ? '' : index}@tidewater.example`,
    jobTitle,
    // 555-01xx numbers are reserved for fiction.
    phone: index < 100 ? `+1207555${String(100 + index).padStart(4, '0')}` : null,
    department: team.name,
  }
}

function guest(entityType: 'visitor' | 'contractor', employeeId: string, fullName: string, jobTitle: string) {
  return { entityType, employeeId, fullName, email: null, jobTitle, phone: null, department: null }
}

/** First and last names are shuffled apart; the pairing repeats only after all pairs were used. */
function fullNames(random: Random): (index: number) => string {
  const first = random.shuffled(firstNames)
  const last = random.shuffled(lastNames)
  return (index) => {
    const round = Math.floor(index / first.length)
    return `${first[index % first.length]!} ${last[(index + round) % last.length]!}`
  }
}

function emailName(fullName: string): string {
  const plain = fullName.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ø', 'o').replaceAll('ł', 'l').toLowerCase()
  return plain.replace(/[^a-z -]/g, '').replaceAll(' ', '.')
}

/** A random static Bluetooth address (top bits 11); the index keeps addresses apart even if the random part repeats. */
function badgeId(random: Random, index: number): string {
  const top = 0xc0 | random.index(64)
  const middle = random.index(0x1000000)
  return hex(top, 2) + hex(middle, 6) + hex(index & 0xffff, 4)
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

/** Most badges are fine, some low, a few nearly flat: the battery page has something to say. */
function batteryPct(random: Random): number {
  const kind = random.next()
  if (kind < 0.05) return 6 + random.index(13)
  if (kind < 0.15) return 22 + random.index(18)
  return 45 + random.index(56)
}
