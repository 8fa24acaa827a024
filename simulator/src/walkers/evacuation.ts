// Who goes where when the alarm rings. Most walk to an assembly point; a few do what people do: one sleeps, one helps another who cannot
// walk, one is where no receiver hears, one badge is flat, some stand beside the area, take the wrong one or stop at the door.
// Asked by world.ts at each alarm; the seed decides.
import type { Area, Building, MusterArea, Point } from '../building/model.ts'
import { liesIn } from '../building/model.ts'
import { hashText, type Random } from '../random.ts'
import type { Location } from './routes.ts'
import type { EvacuationOrder, EvacuationRole, Walker } from './walker.ts'

/** One of each in the demo; in a crowd one in so many. */
const oneIn = 500
/** People who stop right outside the door, and the share who stand beside the lines, or go to the other assembly point. */
const strays = { atTheDoor: 2, beside: 0.08, wrong: 0.05 } as const
/** Nobody jumps up: things are put away first; who is in the WC takes longer. Seconds. */
const delays = { usual: [3, 40], wc: [45, 120] } as const
/** Between two people in a crowd, metres. */
const elbowM = 0.6
/** How far around an assembly point people stand when it is full. */
const aroundM = 6

interface EvacuationOptions {
  building: Building
  random: Random
  /** Percent, by transmitter. */
  charge: ReadonlyMap<string, number>
}

/** Answers the order of everybody; `others` carry no badge and just walk out. */
export type OrdersOf = (people: readonly Walker[], others: readonly Walker[]) => Map<Walker, EvacuationOrder>

export function createEvacuation({ building, random, charge }: EvacuationOptions): OrdersOf {
  const { musterAreas } = building
  let alarms = 0
  return (people, others) => {
    const own = random.fork(`alarm ${alarms++}`)
    const crowds = musterAreas.map((area) => createCrowd(area, building, own.fork(area.name)))
    const roles = rolesOf(people, charge, own.fork('roles'))
    const helped = [...roles].find(([, role]) => role === 'needs_help')?.[0].location

    const destinationOf = ({ carrier }: Walker, role: EvacuationRole): Location | null => {
      if (role === 'sleeps' || role === 'needs_help' || role === 'unheard') return null
      if (role === 'helps' && helped) return { ...helped, x: helped.x + 0.4 }
      if (role === 'at_the_door') return atTheDoor(building, own)
      const wrong = own.chance(strays.wrong) ? 1 : 0
      return crowds[(hashText(carrier.home) + wrong) % crowds.length]!.next(role === 'beside')
    }
    return new Map(
      [...people, ...others].map((walker): [Walker, EvacuationOrder] => {
        const role = roles.get(walker) ?? 'walks'
        const [least, most] = walker.location.room.endsWith('wc') ? delays.wc : delays.usual
        return [walker, { role, delayS: own.between(least, most), to: destinationOf(walker, role) }]
      }),
    )
  }
}

function rolesOf(
  people: readonly Walker[],
  charge: EvacuationOptions['charge'],
  random: Random,
): Map<Walker, EvacuationRole> {
  // Whoever is on the way, or just in the corridor, neither sleeps nor needs help.
  const queue = random.shuffled(people.filter(({ present }) => present))
  const resting = queue.filter(
    ({ moving, location }) => !moving && !/outdoor|forecourt|corridor|link|stairs|lifts/.test(location.room),
  )
  const some = Math.max(1, Math.round(people.length / oneIn))
  const roles = new Map<Walker, EvacuationRole>()
  const give = (role: EvacuationRole, from: readonly Walker[], count: number) => {
    for (const walker of from.filter((each) => !roles.has(each)).slice(0, count)) roles.set(walker, role)
  }
  give('sleeps', resting, some)
  give('unheard', resting, some)
  give('needs_help', resting, 1)
  give('helps', queue, 1)
  const chargeOf = ({ carrier }: Walker) => charge.get(carrier.transmitterId) ?? 100
  give(
    'flat_badge',
    [...queue].sort((a, b) => chargeOf(a) - chargeOf(b)),
    some,
  )
  give('at_the_door', queue, strays.atTheDoor * some)
  give('beside', queue, Math.ceil(strays.beside * queue.length))
  return roles
}

/** On the forecourt before the widest door. */
function atTheDoor({ doors, rooms }: Building, random: Random): Location {
  const outdoor = new Map(rooms.filter(({ kind }) => kind === 'outdoor').map((room) => [room.key, room]))
  const leading = doors.filter(({ rooms: [from, to] }) => outdoor.has(to) && !outdoor.has(from))
  const {
    x,
    y,
    rooms: [, room],
  } = leading.reduce((widest, door) => (door.width > widest.width ? door : widest))
  return { level: 0, room, x: x + random.between(-1.5, 0.3), y: y + random.between(0.8, 1.8) }
}

/** Places for a crowd: inside the lines in any order, then beside them, the nearest first; when all are taken people stand closer. */
function createCrowd(area: MusterArea, building: Building, random: Random) {
  const outdoor = building.rooms.filter(({ kind }) => kind === 'outdoor')
  const around = { x: area.x - aroundM, y: area.y - aroundM, w: area.w + 2 * aroundM, h: area.h + 2 * aroundM }
  const inPlan = (point: Point) => liesIn({ x: 0, y: 0, w: building.widthM, h: building.heightM }, point, -0.2)
  const lattice = latticeOf(around).flatMap((point): Location[] => {
    const room = outdoor.find((each) => liesIn(each, point, -0.3))
    return room && inPlan(point) ? [{ ...point, level: 0, room: room.key }] : []
  })
  const inside = random.shuffled(lattice.filter((point) => liesIn(area, point, -0.3)))
  const beside = lattice.filter((point) => !liesIn(area, point, 0.5)).sort((a, b) => beyond(area, a) - beyond(area, b))
  const stray = random.shuffled(beside.filter((point) => beyond(area, point) < 3))
  const taken = new Set<Location>()
  return {
    next(isBeside: boolean): Location {
      if (taken.size >= inside.length + beside.length) taken.clear()
      const place = [...(isBeside ? stray : []), ...inside, ...beside].find((each) => !taken.has(each))!
      taken.add(place)
      const [dx, dy] = [random.between(-0.2, 0.2), random.between(-0.2, 0.2)]
      return { ...place, x: place.x + dx, y: place.y + dy }
    },
  }
}

function latticeOf({ x, y, w, h }: Area): Point[] {
  const points: Point[] = []
  for (let px = x + elbowM / 2; px < x + w; px += elbowM) {
    for (let py = y + elbowM / 2; py < y + h; py += elbowM) points.push({ x: px, y: py })
  }
  return points
}

/** Metres outside the lines. */
function beyond({ x, y, w, h }: Area, point: Point): number {
  return Math.hypot(Math.max(x - point.x, 0, point.x - x - w), Math.max(y - point.y, 0, point.y - y - h))
}
