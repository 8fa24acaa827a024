// What a busy site sends: its badges once a second each, and everything else that advertises nearby, in batches as gateways make them.
// Called by ingest-bench.ts.
import { adStructure, aFrame } from '@rollcall/backend/ingest/advertisement/a-frame'
import { type Badge, raddecOf } from '../backend/ingest.ts'

/** A phone, a headset, a tag, a sensor and something that says nothing. */
const says = ['4c001005011c2233', '4c0007190102030405', '4c001219' + '00'.repeat(25), '99040512fc5394', null] as const

/** Ambient devices stay for a while, and some are always new. */
const devicesAround = 6000
const newPerSecond = 50

export function createTraffic(badges: readonly Badge[], raddecsPerSecond: number) {
  const ambient = Math.max(0, raddecsPerSecond - badges.length)
  const receivers = [...new Set(badges.flatMap(({ receiverIds }) => receiverIds))]
  const ambientDevice = (n: number, second: number): object => {
    const address = `5a${n.toString(16).padStart(10, '0')}`
    const data = says[n % says.length]
    const rssiSignature = [0, 1].map((k) => ({
      receiverId: receivers[(n * 7 + k) % receivers.length],
      receiverIdType: 2,
      rssi: -70 - k * 6 - ((second + n) % 5),
      numberOfDecodings: 1,
    }))
    const packets = data ? [aFrame(address, [adStructure(0x01, '06'), adStructure(0xff, data)])] : []
    return { transmitterId: address, transmitterIdType: 3, rssiSignature, packets, timestamp: Date.now() }
  }
  /** The part `slice` of `slices` of a second. */
  return (second: number, slice: number, slices: number): object[] => {
    const own = badges.filter((_, i) => i % slices === slice).map((badge) => raddecOf(badge, second))
    const count = Math.floor(ambient / slices)
    const first = second * newPerSecond
    const others = Array.from({ length: count }, (_, i) =>
      ambientDevice(first + ((slice * count + i) % devicesAround), second * 10 + slice),
    )
    return [...own, ...others]
  }
}
