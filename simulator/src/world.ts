// The whole simulated site: people walk, badges advertise, receivers hear. It knows the truth, so estimates can be scored.
// Stepped by main.ts once a second, by tests and benchmarks as fast as they like.
import { createHeadOffice, type Variant } from './building/head-office.ts'
import { receiverPlaces } from './building/receivers.ts'
import { remainingPct } from './gateways/battery.ts'
import { createCollector } from './gateways/collector.ts'
import { applyFaults, type Faults } from './gateways/faults.ts'
import type { Dynamb, Raddec } from './gateways/raddec.ts'
import { createAir } from './radio/air.ts'
import { createPropagation } from './radio/propagation.ts'
import { createRandom } from './random.ts'
import { createRoster } from './roster/roster.ts'
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

export interface WorldOptions {
  seed: number
  employees?: number
  faults?: Faults
  variant?: Variant
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
/** The first window opens in the middle of the morning, with people on their way. */
const warmUpS = 600

export function createWorld({ seed, employees, faults = {}, variant }: WorldOptions): World {
  const random = createRandom(seed)
  const building = createHeadOffice(variant)
  const roster = createRoster(random.fork('roster'), employees)
  const router = createRouter(building)
  const destinations = createDestinations(building)
  const radio = random.fork('radio')
  const propagation = createPropagation(building, receiverPlaces(building), radio.fork('propagation'))
  const air = createAir(propagation, radio.fork('air'))
  const collector = createCollector()
  const faultRandom = random.fork('faults')
  const floorKeys = new Map(building.levels.map(({ level, key }) => [level, key]))
  let current = faults
  let slices = 0
  let walkedS = 0
  const charge = new Map([...roster.people, ...roster.assets].map((item) => [item.transmitterId, item.batteryPct]))

  const badges = roster.carriers.map((carrier, index) => ({
    walker: createWalker({ carrier, router, destinations, random: random.fork(`walker ${carrier.transmitterId}`) }),
    index,
    powerDb: 1.5 * radio.gaussian(),
  }))
  const walkAll = (seconds: number) => {
    for (const { walker } of badges) walker.step(seconds)
  }
  const advertiseAll = () => {
    slices++
    for (const { walker, index, powerDb } of badges) {
      const asset = walker.carrier.kind === 'asset'
      // Assets advertise every two seconds to save their batteries, in turn.
      if (!walker.present || (asset && (slices + index) % 4 !== 0)) continue
      const { level, x, y } = walker.place
      air.advertise({ index, powerDb, level, x, y, heading: asset ? null : walker.heading }, (receiver, rssi) =>
        collector.hear(walker.carrier.transmitterId, propagation.receivers[receiver]!.receiverId, rssi),
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
      }
      return applyFaults(collector.flush(nowMs), current, faultRandom)
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
        .filter(({ walker }) => walker.present && !current.silentBadges?.has(walker.carrier.transmitterId))
        .map(({ walker: { carrier } }) => ({
          deviceId: carrier.transmitterId,
          deviceIdType: 3,
          timestamp: nowMs,
          batteryPercentage: remainingPct(charge.get(carrier.transmitterId)!, walkedS),
        })),
    evacuate: () => badges.forEach(({ walker }) => walker.evacuate()),
    dismiss: () => badges.forEach(({ walker }) => walker.dismiss()),
    setFaults: (next) => {
      current = next
    },
  }
}
