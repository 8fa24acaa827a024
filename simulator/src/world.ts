// The whole simulated site: people walk, badges advertise, receivers hear. It knows the truth, so estimates can be scored.
// Stepped by main.ts once a second, by tests and benchmarks as fast as they like.
import { createHeadOffice, type Variant } from './building/head-office.ts'
import { receiverPlaces } from './building/receivers.ts'
import { createOthers, type OtherOptions } from './devices/others.ts'
import { remainingPct } from './gateways/battery.ts'
import { createCollector } from './gateways/collector.ts'
import { createFaultyLine, type Faults, isSilent } from './gateways/faults.ts'
import type { Dynamb, Raddec } from './gateways/raddec.ts'
import { createAir } from './radio/air.ts'
import { createPropagation } from './radio/propagation.ts'
import { createRandom, type Random } from './random.ts'
import { type Carrier, createRoster } from './roster/roster.ts'
import { createDayClock, type DayClock } from './walkers/day.ts'
import { createDestinations } from './walkers/destinations.ts'
import { createRouter } from './walkers/routes.ts'
import { createWalker } from './walkers/walker.ts'

export interface Truth {
  transmitterId: string
  /** Key of the floor in the site file. */
  floor: string
  xM: number
  yM: number
  room: string
  moving: boolean
  present: boolean
}

export interface WorldOptions extends OtherOptions {
  seed: number
  employees?: number
  faults?: Faults
  variant?: Variant
  /** Simulated seconds since midnight at the first window; absent: a morning that never ends. */
  dayStartS?: number
}

export interface World {
  /** One window: `seconds` of advertising while `seconds × speed` of walking passes; raddecs are stamped with `nowMs`. */
  tick(window: { seconds: number; speed?: number; nowMs: number }): Raddec[]
  truth(): Truth[]
  /** What every badge on site says of its battery, which drains with simulated time. */
  batteries(nowMs: number): Dynamb[]
  evacuate(): void
  dismiss(): void
  setFaults(faults: Faults): void
}

/** People walk in slices of at most this, so that a window sees them on the way and not only at its end. */
const sliceS = 0.5
/** The first window opens with people on their way. */
const warmUpS = 600

export function createWorld(options: WorldOptions): World {
  const { seed, employees, faults = {}, variant, dayStartS } = options
  const random = createRandom(seed)
  const building = createHeadOffice(variant)
  const roster = createRoster(random.fork('roster'), employees)
  const router = createRouter(building)
  const destinations = createDestinations(building)
  const radio = random.fork('radio')
  const propagation = createPropagation(building, receiverPlaces(building), radio.fork('propagation'))
  const air = createAir(propagation, radio.fork('air'))
  const collector = createCollector()
  const line = createFaultyLine(random.fork('faults'))
  const floorKeys = new Map(building.levels.map(({ level, key }) => [level, key]))
  let current = faults
  let slices = 0
  let walkedS = 0
  let radioS = 0
  const charge = new Map([...roster.people, ...roster.assets].map((item) => [item.transmitterId, item.batteryPct]))

  const clock = dayStartS === undefined ? undefined : createDayClock(dayStartS - warmUpS)
  const walkerOf = (carrier: Carrier, own: Random, ownClock?: DayClock) =>
    createWalker({ carrier, router, destinations, random: own, clock: ownClock })
  const badges = roster.carriers.map((carrier, index) => ({
    walker: walkerOf(carrier, random.fork(`walker ${carrier.transmitterId}`), clock),
    sender: { transmitterId: carrier.transmitterId, transmitterIdType: 3 as const },
    index,
    powerDb: 1.5 * radio.gaussian(),
  }))
  const walkers = badges.map(({ walker }) => walker)
  const others = createOthers({ ...options, building, propagation, collector, walkers, walkerOf, random })

  const walkAll = (seconds: number) => {
    clock?.pass(seconds)
    for (const walker of walkers) walker.step(seconds)
    for (const walker of others.walkers) walker.step(seconds)
  }
  const advertiseAll = () => {
    slices++
    for (const { walker, sender, index, powerDb } of badges) {
      const asset = walker.carrier.kind === 'asset'
      // Assets advertise every two seconds to save their batteries, in turn.
      if (!walker.present || (asset && (slices + index) % 4 !== 0)) continue
      const { level, x, y } = walker.place
      air.advertise({ index, powerDb, level, x, y, heading: asset ? null : walker.heading }, (receiver, rssi) =>
        collector.hear(sender, propagation.receivers[receiver]!.receiverId, rssi),
      )
    }
  }
  for (let t = 0; t < warmUpS; t += 1) walkAll(1)

  return {
    tick({ seconds, speed = 1, nowMs }) {
      walkedS += seconds * speed
      const count = Math.max(1, Math.round(seconds / sliceS))
      for (let i = 0; i < count; i++) {
        walkAll((seconds / count) * speed)
        advertiseAll()
        others.advertise(seconds / count)
      }
      radioS += seconds
      return line.pass(collector.flush(nowMs), current, radioS)
    },
    truth: () =>
      badges.map(({ walker }) => ({
        transmitterId: walker.carrier.transmitterId,
        floor: floorKeys.get(walker.place.level)!,
        xM: walker.place.x,
        yM: walker.place.y,
        room: walker.place.room,
        moving: walker.moving,
        present: walker.present,
      })),
    batteries: (nowMs) =>
      badges
        .filter(({ walker }) => walker.present && !isSilent(walker.carrier.transmitterId, current, radioS))
        .map(({ walker: { carrier } }) => ({
          deviceId: carrier.transmitterId,
          deviceIdType: 3,
          timestamp: nowMs,
          batteryPercentage: current.flatBadges?.has(carrier.transmitterId)
            ? 1
            : remainingPct(charge.get(carrier.transmitterId)!, walkedS),
        })),
    evacuate: () => [...walkers, ...others.walkers].forEach((walker) => walker.evacuate()),
    dismiss: () => [...walkers, ...others.walkers].forEach((walker) => walker.dismiss()),
    setFaults: (next) => {
      current = next
    },
  }
}
