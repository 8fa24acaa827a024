// The demo site as a site file (contracts/src/site.ts): printed by `--print-site`, imported once by the backend's admin command.
import type { Site } from '@rollcall/contracts/site'
import { drawnWalls } from './building/drawn-walls.ts'
import { createHeadOffice, type Variant } from './building/head-office.ts'
import type { Area, Building, Room } from './building/model.ts'
import { planSvg } from './building/plan-svg.ts'
import { receiverLocations, type ReceiverOptions } from './building/receivers.ts'
import { createRandom } from './random.ts'
import { createRoster } from './roster/roster.ts'

export interface DemoOptions {
  seed: number
  /** More employees than the demo's own, for load tests. */
  employees?: number
  variant?: Variant
  receivers?: ReceiverOptions
}

export function createDemoSite({ seed, employees, variant, receivers }: DemoOptions): Site {
  const building = createHeadOffice(variant)
  const roster = createRoster(createRandom(seed).fork('roster'), employees)
  return {
    organisation: 'Tidewater Instruments (demo)',
    building: {
      name: 'Tidewater Instruments Head Office',
      code: 'TIHO',
      address: '48 Harborline Way, Portland, ME 04101',
      latitude: 43.6561,
      longitude: -70.2479,
      timezone: 'America/New_York',
    },
    floors: building.levels.map(({ level, key, name }) => ({
      key,
      name,
      level,
      widthM: building.widthM,
      heightM: building.heightM,
      planSvg: planSvg(building, level),
      walls: drawnWalls(building, level),
    })),
    zoneTypes,
    zones: zonesOf(building),
    receivers: receiverLocations(building, receivers),
    departments: roster.departments,
    people: roster.people,
    assets: roster.assets,
    past: null,
    contacts: [{ name: 'Front desk', role: 'Security', email: 'front.desk@tidewater.example' }],
  }
}

const zoneTypes = [
  { name: 'Office', colour: '#5b7aa6' },
  { name: 'Meeting room', colour: '#7a6fa8' },
  { name: 'Laboratory and workshop', colour: '#4f8a8b' },
  { name: 'Common area', colour: '#8a8f5a' },
  { name: 'Circulation', colour: '#8b9097' },
  { name: 'Technical', colour: '#9a7b5b' },
  { name: 'Restricted', colour: '#b4544f' },
  { name: 'Outdoor area', colour: '#6f8f6a' },
  { name: 'Muster point', colour: '#3f9163' },
]

const zoneTypeOf: Record<Room['kind'], string> = {
  office: 'Office',
  meeting: 'Meeting room',
  lab: 'Laboratory and workshop',
  workshop: 'Laboratory and workshop',
  canteen: 'Common area',
  kitchen: 'Common area',
  reception: 'Common area',
  firstaid: 'Common area',
  corridor: 'Circulation',
  stairs: 'Circulation',
  lift: 'Circulation',
  wc: 'Common area',
  store: 'Technical',
  server: 'Technical',
  plant: 'Technical',
  outdoor: 'Outdoor area',
}

function zonesOf(building: Building): Site['zones'] {
  const keyOf = (level: number) => building.levels.find((floor) => floor.level === level)!.key
  // Corridors are too narrow to be told apart by radio: together with the core they lead around they are one zone, in which its rooms
  // lie. Who is surely somewhere in it is said to be there, and in one of its rooms when that is sure too.
  const cores = building.levels.map(({ level, key }) => ({
    floor: key,
    name: 'Corridors and core',
    zoneType: zoneTypeOf.corridor,
    polygon: corners(around(building.rooms.filter((room) => room.level === level && room.kind === 'corridor'))),
    isEmergency: false,
    isMusterPoint: false,
    isRestricted: false,
    capacity: null,
  }))
  const rooms = building.rooms
    .filter((room) => room.kind !== 'corridor')
    .map((room) => ({
      floor: keyOf(room.level),
      name: room.name,
      zoneType: room.restricted ? 'Restricted' : zoneTypeOf[room.kind],
      polygon: corners(room),
      isEmergency: room.kind === 'stairs' || room.kind === 'firstaid',
      isMusterPoint: false,
      isRestricted: room.restricted ?? false,
      capacity: room.capacity ?? null,
    }))
  const muster = building.musterAreas.map((area) => ({
    floor: keyOf(0),
    name: area.name,
    zoneType: 'Muster point',
    polygon: corners(area),
    isEmergency: true,
    isMusterPoint: true,
    isRestricted: false,
    capacity: null,
  }))
  return [...cores, ...rooms, ...muster]
}

/** The smallest box that holds them all. */
function around(areas: readonly Area[]): Area {
  const [x, y] = [Math.min(...areas.map((area) => area.x)), Math.min(...areas.map((area) => area.y))]
  const [right, bottom] = [
    Math.max(...areas.map(({ x: left, w }) => left + w)),
    Math.max(...areas.map(({ y: top, h }) => top + h)),
  ]
  return { x, y, w: right - x, h: bottom - y }
}

function corners({ x, y, w, h }: Area) {
  return [
    { xM: x, yM: y },
    { xM: x + w, yM: y },
    { xM: x + w, yM: y + h },
    { xM: x, yM: y + h },
  ]
}
