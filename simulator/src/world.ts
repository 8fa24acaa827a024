// The whole simulated site: people walk, badges advertise, receivers hear. It knows the truth, so estimates can be scored.
// Stepped by main.ts once a second, by tests and benchmarks as fast as they like.
import { createHeadOffice, type Variant } from './building/head-office.ts'
import type { Building } from './building/model.ts'
import type { ReceiverOptions } from './building/receivers.ts'
import { createBadges } from './devices/badges.ts'
import { createBesideBadges, type BesideBadgesOptions } from './devices/beside-badges.ts'
import { createCollector } from './gateways/collector.ts'
import { createFaultyLine, type Faults } from './gateways/faults.ts'
import type { Dynamb, Raddec } from './gateways/raddec.ts'
import { createBuildingRadio } from './radio/building-radio.ts'
import { createRandom, type Random } from './random.ts'
import { type Carrier, createRoster } from './roster/roster.ts'
import { createDayClock, type DayClock } from './walkers/day.ts'
import { createDestinations } from './walkers/destinations.ts'
import { createEvacuation } from './walkers/evacuation.ts'
import { createRouter } from './walkers/routes.ts'
import { createWalker, type Walker } from './walkers/walker.ts'

export interface Truth {
  transmitterId: string
  /** Key of the floor in the site file. */
  floor: string
  xM: number
  yM: number
  room: string
  moving: boolean
  present: boolean
  /** Its badge can be heard. */
  audible: boolean
}

export interface WorldOptions extends BesideBadgesOptions {
  seed: number
  employees?: number
  faults?: Faults
  variant?: Variant
  /** Simulated seconds since midnight at the first window; absent: a morning that never ends. */
  dayStartS?: number
  receivers?: ReceiverOptions
  /** By how much every badge is stronger than the reference, dB. */
  badgePowerDb?: number
}

export interface World {
  /** One window: `seconds` of advertising while `seconds × speed` of walking passes; raddecs are stamped with `nowMs`. */
  tick(window: { seconds: number; speed?: number; nowMs: number }): Raddec[]
  truth(): Truth[]
  /** What every badge on site says of its battery, which drains with simulated time. */
  batteries(nowMs: number): Dynamb[]
  /** The alarm rings: people do what they do then (walkers/evacuation.ts). */
  evacuate(): void
  /** It is over: everybody goes back to work. */
  dismiss(): void
  setFaults(faults: Faults): void
}

/** People walk in slices of at most this, so that a window sees them on the way and not only at its end. */
const sliceS = 0.5
/** The first window opens with people on their way. */
const warmUpS = 600

export function createWorld(options: WorldOptions): World {
  const { seed, employees, faults = {}, variant, dayStartS, badgePowerDb } = options
  const random = createRandom(seed)
  const building = createHeadOffice(variant)
  const router = createRouter(building)
  const destinations = createDestinations(building)
  const radio = random.fork('radio')
  const propagation = createBuildingRadio(building, seed, options.receivers)
  const collector = createCollector()
  const line = createFaultyLine(random.fork('faults'))
  let current = faults
  let walkedS = 0
  let radioS = 0

  const clock = dayStartS === undefined ? undefined : createDayClock(dayStartS - warmUpS)
  const walkerOf = (carrier: Carrier, own: Random, ownClock?: DayClock) =>
    createWalker({ carrier, router, destinations, random: own, clock: ownClock })
  const roster = createRoster(random.fork('roster'), employees)
  const badges = createBadges({ roster, propagation, collector, radio, powerDb: badgePowerDb }, (carrier) =>
    walkerOf(carrier, random.fork(`walker ${carrier.transmitterId}`), clock),
  )
  const { walkers } = badges
  const others = createBesideBadges({ ...options, building, propagation, collector, walkers, walkerOf, random })
  const ordersOf = createEvacuation({
    building,
    random: random.fork('evacuation'),
    charge: new Map(roster.people.map(({ transmitterId, batteryPct }) => [transmitterId, batteryPct])),
  })
  const everybody = [...walkers, ...others.walkers]
  const walkAll = (seconds: number) => {
    clock?.pass(seconds)
    for (const walker of everybody) walker.step(seconds)
  }
  for (let t = 0; t < warmUpS; t += 1) walkAll(1)

  return {
    tick({ seconds, speed = 1, nowMs }) {
      walkedS += seconds * speed
      const count = Math.max(1, Math.round(seconds / sliceS))
      for (let i = 0; i < count; i++) {
        walkAll((seconds / count) * speed)
        badges.advertise()
        others.advertise(seconds / count)
      }
      radioS += seconds
      return line.pass(collector.flush(nowMs), current, radioS)
    },
    truth: () => walkers.map((walker) => truthOf(walker, building)),
    batteries: (nowMs) => badges.batteries({ nowMs, walkedS, radioS, faults: current }),
    evacuate() {
      const people = walkers.filter(({ carrier }) => carrier.kind !== 'asset')
      for (const [walker, order] of ordersOf(people, others.walkers)) walker.evacuate(order)
    },
    dismiss: () => everybody.forEach((walker) => walker.dismiss()),
    setFaults: (next) => {
      current = next
    },
  }
}

function truthOf({ carrier, location, moving, present, audible }: Walker, { levels }: Building): Truth {
  const { level, x, y, room } = location
  const floor = levels.find((each) => each.level === level)!.key
  return { transmitterId: carrier.transmitterId, floor, xM: x, yM: y, room, moving, present, audible }
}
