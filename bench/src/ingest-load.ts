// What a busy site sends: its badges once a second each, and everything else that advertises nearby, in batches as gateways make them.
// Called by ingest-bench.ts.
import { Agent, request } from 'node:http'
import { adStructure, aFrame } from '@rollcall/backend/ingest/advertisement/a-frame'
import { type Badge, raddecOf } from './backend-ingest.ts'
import { ingestKey } from './backend-process.ts'

/** A phone, a headset, a tag, a sensor and something that says nothing. */
const says = ['4c001005011c2233', '4c0007190102030405', '4c001219' + '00'.repeat(25), '99040512fc5394', null] as const

/** Strangers stay for a while, and some are always new. */
const strangersAround = 6000
const newPerSecond = 50

export function createTraffic(badges: readonly Badge[], raddecsPerSecond: number) {
  const foreign = Math.max(0, raddecsPerSecond - badges.length)
  const receivers = [...new Set(badges.flatMap(({ receiverIds }) => receiverIds))]
  const stranger = (n: number, second: number): object => {
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
    const count = Math.floor(foreign / slices)
    const first = second * newPerSecond
    const others = Array.from({ length: count }, (_, i) =>
      stranger(first + ((slice * count + i) % strangersAround), second * 10 + slice),
    )
    return [...own, ...others]
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** Status and milliseconds. */
export function postBatch(port: number, raddecs: readonly object[]): Promise<{ status: number; ms: number }> {
  const body = JSON.stringify(raddecs)
  const headers = {
    authorization: `Bearer ${ingestKey}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent, port, host: '127.0.0.1', method: 'POST', path: '/ingest/raddec', headers },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, ms: performance.now() - startedAt }))
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}
