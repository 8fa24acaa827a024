// Everything that advertises beside the badges: strangers, phones, receivers. It is on the air with randomness of its own, so that
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
import { createStrangers, type StrangersOptions } from './strangers.ts'

/** None of it is there unless asked for. */
export interface OtherOptions {
  /** Devices around that nobody registered, on average. */
  strangers?: number
  /** Phones carried beside a badge, with the keys by which they are recognised. */
  phones?: readonly PhoneKey[]
  /** Receivers advertise too and hear each other. */
  receiversAdvertise?: boolean
}

interface OthersNeeds extends OtherOptions {
  building: Building
  propagation: Propagation
  collector: Collector
  /** Who wears the badges. */
  walkers: readonly Walker[]
  walkerOf: StrangersOptions['walkerOf']
  random: Random
}

export interface Others {
  /** Who carries the devices of strangers. */
  readonly walkers: readonly Walker[]
  /** One slice of radio time. */
  advertise(seconds: number): void
}

/** Where strangers belong. */
const strangerRooms: readonly RoomKind[] = ['office', 'meeting', 'canteen', 'reception']
/** Beyond every badge, so that each has its own multipath. */
const firstIndex = 100_000

export function createOthers(needs: OthersNeeds): Others {
  const { building, propagation, collector, walkerOf, random } = needs
  const strangers = createStrangers({
    count: needs.strangers ?? 0,
    rooms: building.rooms.filter(({ kind }) => strangerRooms.includes(kind)).map(({ key }) => key),
    walkerOf,
    random: random.fork('strangers'),
  })
  const beacons = needs.receiversAdvertise ? receiverBeacons(propagation.receivers) : []
  const devices = [...strangers.devices, ...phonesOf(needs), ...beacons]
  const radio = random.fork('radio of others')
  const air = createAir(propagation, radio.fork('air'))
  const powersDb = devices.map(() => 1.5 * radio.gaussian())
  let slices = 0
  return {
    walkers: strangers.walkers,
    advertise(seconds) {
      slices++
      for (const [i, device] of devices.entries()) {
        device.age(seconds)
        const { sender, place, heading, heightM } = device
        if (!device.isOn || (slices + i) % device.every !== 0) continue
        const { level, x, y } = place
        const badge = { index: firstIndex + i, powerDb: powersDb[i]!, level, x, y, heading, heightM }
        air.advertise(badge, (receiver, rssi) => {
          const { receiverId } = propagation.receivers[receiver]!
          if (receiverId !== sender.transmitterId) collector.hear(sender, receiverId, rssi)
        })
      }
    },
  }
}

function phonesOf({ phones = [], walkers, random }: OthersNeeds): Device[] {
  const owners = new Map(walkers.map((walker) => [walker.carrier.transmitterId, walker]))
  return phones.map((key) => {
    const owner = owners.get(key.badge)
    if (!owner) throw new Error(`Nobody wears the badge ${key.badge}.`)
    return createPhone(key, owner, random.fork('phones'))
  })
}
