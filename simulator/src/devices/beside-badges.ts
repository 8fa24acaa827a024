// Everything that advertises beside the badges: ambient devices, phones, receivers. It is on the air with randomness of its own, so that
// switching it on leaves the badges as they were. Stepped by world.ts.
import type { Building, RoomKind } from '../building/model.ts'
import type { Collector } from '../gateways/collector.ts'
import { createAir } from '../radio/air.ts'
import type { Propagation } from '../radio/propagation.ts'
import type { Random } from '../random.ts'
import type { Walker } from '../walkers/walker.ts'
import type { Device } from './device.ts'
import { createPhone, type PhoneKey } from './phones.ts'
import { receiverBeacons } from './receiver-beacons.ts'
import { type AmbientDevicesOptions, createAmbientDevices } from './ambient-devices.ts'

/** None of it is there unless asked for. */
export interface BesideBadgesOptions {
  /** Devices around that nobody registered, on average. */
  ambientDevices?: number
  /** Phones carried beside a badge, with the keys by which they are recognised. */
  phones?: readonly PhoneKey[]
  /** Receivers advertise too and hear each other. */
  receiversAdvertise?: boolean
}

interface BesideBadgesNeeds extends BesideBadgesOptions {
  building: Building
  propagation: Propagation
  collector: Collector
  /** Who wears the badges. */
  walkers: readonly Walker[]
  walkerOf: AmbientDevicesOptions['walkerOf']
  random: Random
}

export interface BesideBadges {
  /** Who carries the ambient devices. */
  readonly walkers: readonly Walker[]
  /** One slice of radio time. */
  advertise(seconds: number): void
}

/** Where ambient devices belong. */
const ambientRooms: readonly RoomKind[] = ['office', 'meeting', 'canteen', 'reception']
/** Beyond every badge, so that each has its own multipath. */
const firstIndex = 100_000

export function createBesideBadges(needs: BesideBadgesNeeds): BesideBadges {
  const { building, propagation, collector, walkerOf, random } = needs
  const ambientDevices = createAmbientDevices({
    count: needs.ambientDevices ?? 0,
    rooms: building.rooms.filter(({ kind }) => ambientRooms.includes(kind)).map(({ key }) => key),
    walkerOf,
    random: random.fork('ambient devices'),
  })
  const beacons = needs.receiversAdvertise ? receiverBeacons(propagation.receivers) : []
  const devices = [...ambientDevices.devices, ...phonesOf(needs), ...beacons]
  const radio = random.fork('radio of others')
  const air = createAir(propagation, radio.fork('air'))
  const powersDb = devices.map(() => 1.5 * radio.gaussian())
  let slices = 0
  return {
    walkers: ambientDevices.walkers,
    advertise(seconds) {
      slices++
      for (const [i, device] of devices.entries()) {
        device.age(seconds)
        const { sender, location, heading, heightM } = device
        if (!device.isOn || (slices + i) % device.every !== 0) continue
        const { level, x, y } = location
        const badge = { index: firstIndex + i, powerDb: powersDb[i]!, level, x, y, heading, heightM }
        air.advertise(badge, (receiver, rssi) => {
          const { receiverId } = propagation.receivers[receiver]!
          if (receiverId !== sender.transmitterId) collector.add(sender, receiverId, rssi)
        })
      }
    },
  }
}

function phonesOf({ phones = [], walkers, random }: BesideBadgesNeeds): Device[] {
  const owners = new Map(walkers.map((walker) => [walker.carrier.transmitterId, walker]))
  return phones.map((key) => {
    const owner = owners.get(key.badge)
    if (!owner) throw new Error(`Nobody wears the badge ${key.badge}.`)
    return createPhone(key, owner, random.fork('phones'))
  })
}
