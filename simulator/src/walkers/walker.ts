// One badge on the move: stays, walks along its route, stays again. Stepped by world.ts.
import type { Random } from '../random.ts'
import type { Carrier } from '../roster/roster.ts'
import { createWorkday, type DayClock } from './day.ts'
import type { Destinations } from './destinations.ts'
import type { Location, Router, Waypoint } from './routes.ts'

/** Nobody walks faster than this, metres per second. */
export const topSpeed = 1.4
/** On stairs the plan distance goes by slowly. */
const stairsPace = 0.5

export type EvacuationRole =
  | 'walks'
  | 'sleeps'
  | 'needs_help'
  | 'helps'
  | 'unheard'
  | 'flat_badge'
  | 'at_the_door'
  | 'beside'

export interface EvacuationOrder {
  role: EvacuationRole
  /** Null: stays where they are. */
  to: Location | null
  /** Until they set off. */
  delayS: number
}

export interface Walker {
  readonly carrier: Carrier
  readonly location: Readonly<Location>
  /** Radians, 0 along +x; which way the carrier's front faces. */
  readonly heading: number
  readonly moving: boolean
  /** False while off site: the badge is out of everybody's hearing. */
  readonly present: boolean
  /** False while the badge is flat or where no receiver hears it, though its carrier is on site. */
  readonly audible: boolean
  step(seconds: number): void
  /** Go where the order says, by the stairs, and wait there. */
  evacuate(order: EvacuationOrder): void
  /** Back to the ordinary day. */
  dismiss(): void
}

export interface WalkerOptions {
  carrier: Carrier
  router: Router
  destinations: Destinations
  random: Random
  /** Absent: the middle of a morning that never ends. */
  clock?: DayClock
}

// Long because every step and every order change the same few facts about one walk.
export function createWalker({ carrier, router, destinations, random, clock }: WalkerOptions): Walker {
  const home = destinations.homeOf(carrier)
  const speed = carrier.kind === 'asset' ? 0.9 : random.between(1, 1.35)
  const workday = clock ? createWorkday({ clock, carrier, destinations, random: random.fork('day') }) : null
  const comesInS = workday?.comesInS ?? 0
  const location: Location = comesInS > 0 ? destinations.gate(random) : { ...home }
  let heading = random.between(-Math.PI, Math.PI)
  let way: Waypoint[] = []
  let waiting = comesInS || random.between(0, carrier.kind === 'asset' ? 1800 : 200)
  let staySeconds = 0
  let leaves = false
  let present = comesInS === 0
  let evacuating = false
  let audible = true

  const setOff = (to: Location, lifts: boolean) => {
    way = router.route(location, to, random, { lifts })
  }
  const decide = () => {
    const visit = workday?.next(home) ?? destinations.next(carrier, home, random)
    staySeconds = visit.staySeconds
    leaves = visit.to === 'away'
    // Who is away and stays away is not seen at the gate in between.
    present ||= !leaves
    setOff(visit.location, true)
  }
  const arrive = () => {
    waiting = evacuating ? Infinity : staySeconds
    present = !leaves || evacuating
    heading = random.between(-Math.PI, Math.PI)
  }
  /** Walks along the current leg for at most the given time; returns what is left of it. */
  const walk = (seconds: number): number => {
    const target = way[0]!
    const leg = walkTowards(location, target, speed, seconds)
    heading = leg.heading ?? heading
    if (!leg.reached) return 0
    way.shift()
    if (way.length === 0) arrive()
    else waiting = target.waitS
    return leg.leftS
  }

  return {
    carrier,
    location,
    get heading() {
      return heading
    },
    get moving() {
      return way.length > 0 && waiting <= 0
    },
    get present() {
      return present
    },
    step(seconds) {
      let left = seconds
      while (left > 1e-9) {
        if (waiting > 0) {
          const rest = Math.min(waiting, left)
          waiting -= rest
          left -= rest
        } else if (way.length > 0) left = walk(left)
        else decide()
      }
    },
    get audible() {
      return audible
    },
    evacuate({ role, to, delayS }) {
      if (carrier.kind === 'asset') return
      evacuating = true
      leaves = false
      audible = role !== 'unheard' && role !== 'flat_badge'
      way = []
      waiting = present && to ? delayS : Infinity
      if (present && to) setOff(to, false)
    },
    dismiss() {
      if (!evacuating) return
      evacuating = false
      audible = true
      waiting = random.between(0, 60)
      staySeconds = random.between(60, 300)
      way = []
      if (present) setOff(home, true)
    },
  }
}

/** Moves the location along one leg; `heading` is null where the leg has no direction. */
function walkTowards(location: Location, target: Waypoint, speed: number, seconds: number) {
  if (target.level !== location.level) Object.assign(location, { level: target.level, room: target.room })
  const [dx, dy] = [target.x - location.x, target.y - location.y]
  const distance = Math.hypot(dx, dy)
  const pace = speed * (target.room.includes('stairs') ? stairsPace : 1)
  const heading = distance > 0.01 ? Math.atan2(dy, dx) : null
  const reached = distance <= pace * seconds
  const part = (pace * seconds) / distance
  const [x, y] = reached ? [target.x, target.y] : [location.x + dx * part, location.y + dy * part]
  Object.assign(location, { x, y, room: target.room })
  return { heading, reached, leftS: seconds - distance / pace }
}
