// Something that advertises and is no badge: an ambient device, an enrolled phone, a receiver. Stepped by world.ts.
import type { Sender } from '../gateways/collector.ts'
import type { Random } from '../random.ts'
import type { Location } from '../walkers/routes.ts'
import { type DeviceKind, packetOf } from './kinds.ts'

export interface Device {
  readonly sender: Sender
  readonly location: Readonly<Location>
  /** Radians; null when nobody carries it. */
  readonly heading: number | null
  /** Metres above its floor; absent: as a badge. */
  readonly heightM?: number
  readonly isOn: boolean
  /** Half seconds between two advertisements. */
  readonly every: number
  /** Radio time passes, which the walking speed does not touch. */
  age(seconds: number): void
}

export interface Identity {
  readonly sender: Sender
  age(seconds: number): void
}

/** Private addresses change about every quarter of an hour. */
const addressSeconds = [720, 1020] as const

/** An address with what is said under it; both change together, or a change would be pointless. */
export function createIdentity(kind: DeviceKind, random: Random, nextAddress: () => string): Identity {
  const draw = (): Sender => {
    const transmitterId = nextAddress()
    return { transmitterId, transmitterIdType: 3, packet: packetOf(transmitterId, kind.payload(random)) }
  }
  let sender = draw()
  // The first change comes at any moment: devices were not all switched on with the simulator.
  let leftS = kind.address === 'static' ? Infinity : random.between(0, addressSeconds[1])
  return {
    get sender() {
      return sender
    },
    age(seconds) {
      leftS -= seconds
      if (leftS > 0) return
      sender = draw()
      leftS = random.between(...addressSeconds)
    },
  }
}
