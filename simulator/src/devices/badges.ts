// The badges of people and assets on the air: every half second each says that it is there, now and then how full its battery is.
// Stepped by world.ts.
import { remainingPct } from '../gateways/battery.ts'
import type { Collector } from '../gateways/collector.ts'
import { type Faults, isSilent } from '../gateways/faults.ts'
import type { Dynamb } from '../gateways/raddec.ts'
import { createAir } from '../radio/air.ts'
import type { Propagation } from '../radio/propagation.ts'
import type { Random } from '../random.ts'
import type { Carrier, Roster } from '../roster/roster.ts'
import type { Walker } from '../walkers/walker.ts'

export interface BadgesOptions {
  roster: Roster
  propagation: Propagation
  collector: Collector
  radio: Random
  /** By how much all are stronger than the reference, dB. */
  powerDb?: number
}

export interface Badges {
  /** Who wears them, in the order of the roster. */
  readonly walkers: readonly Walker[]
  /** One slice of radio time. */
  advertise(): void
  batteries(at: { nowMs: number; walkedS: number; radioS: number; faults: Faults }): Dynamb[]
}

/** Assets advertise every two seconds to save their batteries, in turn. */
const assetEvery = 4

export function createBadges(
  { roster, propagation, collector, radio, powerDb: allDb = 0 }: BadgesOptions,
  walkerOf: (carrier: Carrier) => Walker,
): Badges {
  const air = createAir(propagation, radio.fork('air'))
  const badges = roster.carriers.map((carrier, index) => ({
    walker: walkerOf(carrier),
    sender: { transmitterId: carrier.transmitterId, transmitterIdType: 3 as const },
    index,
    powerDb: allDb + 1.5 * radio.gaussian(),
  }))
  const charge = new Map([...roster.people, ...roster.assets].map((item) => [item.transmitterId, item.batteryPct]))
  let slices = 0
  return {
    walkers: badges.map(({ walker }) => walker),
    advertise() {
      slices++
      for (const { walker, sender, index, powerDb } of badges) {
        const asset = walker.carrier.kind === 'asset'
        if (!walker.present || !walker.audible || (asset && (slices + index) % assetEvery !== 0)) continue
        const { level, x, y } = walker.location
        air.advertise({ index, powerDb, level, x, y, heading: asset ? null : walker.heading }, (receiver, rssi) =>
          collector.add(sender, propagation.receivers[receiver]!.receiverId, rssi),
        )
      }
    },
    batteries: ({ nowMs, walkedS, radioS, faults }) =>
      badges
        .filter(
          ({ walker }) => walker.present && walker.audible && !isSilent(walker.carrier.transmitterId, faults, radioS),
        )
        .map(({ sender: { transmitterId } }) => ({
          deviceId: transmitterId,
          deviceIdType: 3,
          timestamp: nowMs,
          batteryPercentage: faults.flatBadges?.has(transmitterId)
            ? 1
            : remainingPct(charge.get(transmitterId)!, walkedS),
        })),
  }
}
