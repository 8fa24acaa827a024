// Which publications are on their way and who has them already. Every delivery is checked: right channel, in order, once; a
// publication is done when its last subscriber has it. Used by the subscribers' process.

/** Stands in every publication, at a place that depends on the relay: `"mark":"LL:CC:SSSSSSSS"` lane, channel, serial. */
const opening = '"mark":"'
const markLength = 14
export const lanes = 4

export type Publication = {
  readonly data: string
  /** Resolves with the time at which the last subscriber had it. */
  readonly done: Promise<number>
}

type Outstanding = { missing: number; finish: (at: number) => void }

export type Reader = { readonly channel: number; readonly nextSerial: Int32Array }

export const aReader = (channel: number): Reader => ({ channel, nextSerial: new Int32Array(lanes).fill(-1) })

export function createDeliveryBook(payloadBytes: number) {
  const outstanding = new Map<number, Outstanding>()
  const serials = new Map<number, number>()
  const rest = positions(payloadBytes)
  let deliveries = 0
  /** Where the mark stood last time; it is there again unless numbers before it grew. */
  let usualPlace = 0

  const key = (lane: number, channel: number, serial: number) => (serial * 100 + channel) * lanes + lane

  function publication(lane: number, channel: number, readers: number): Publication {
    const slot = key(lane, channel, 0)
    const serial = serials.get(slot) ?? 0
    serials.set(slot, serial + 1)
    const mark = `${digits(lane, 2)}:${digits(channel, 2)}:${digits(serial, 8)}`
    const done = new Promise<number>((finish) => {
      outstanding.set(key(lane, channel, serial), { missing: readers, finish })
    })
    return { data: `{${opening}${mark}",${rest}}`, done }
  }

  /** False when the frame is no publication. Throws when it is one that should not be here. */
  function delivered(reader: Reader, bytes: Buffer, from: number, to: number): boolean {
    const place = markAt(bytes, from, to)
    if (place === -1) return false
    const lane = number(bytes, place, 2)
    const channel = number(bytes, place + 3, 2)
    const serial = number(bytes, place + 6, 8)
    const expected = reader.nextSerial[lane] ?? -1
    if (channel !== reader.channel) throw new Error(`A subscriber of ${reader.channel} got a message of ${channel}.`)
    if (expected !== -1 && serial !== expected) throw new Error(`Message ${serial} came where ${expected} was due.`)
    reader.nextSerial[lane] = serial + 1
    deliveries += 1
    const entry = outstanding.get(key(lane, channel, serial))
    if (!entry) throw new Error('A message came that nobody waits for.')
    entry.missing -= 1
    if (entry.missing === 0) {
      outstanding.delete(key(lane, channel, serial))
      entry.finish(performance.now())
    }
    return true
  }

  function markAt(bytes: Buffer, from: number, to: number): number {
    const usual = from + usualPlace
    // The comparison of three bytes tells well enough; the digits are judged afterwards.
    if (usual + markLength <= to && bytes[usual - 1] === 34 && bytes[usual - 2] === 58 && bytes[usual - 4] === 107)
      return usual
    const found = bytes.indexOf(opening, from)
    if (found === -1 || found >= to) return -1
    usualPlace = found + opening.length - from
    return found + opening.length
  }

  /** For the message when deliveries do not come. */
  const missing = () => [...outstanding.values()].map((entry) => entry.missing)

  return { publication, delivered, missing, deliveries: () => deliveries }
}

const digits = (value: number, count: number) => String(value).padStart(count, '0')

function number(bytes: Buffer, from: number, count: number): number {
  let value = 0
  for (let at = from; at < from + count; at += 1) value = value * 10 + (bytes[at] ?? 0) - 48
  return value
}

/** A batch of positions as the product publishes them, cut to size. */
function positions(payloadBytes: number): string {
  const entry = (at: number) => ({
    transmitterId: `c300002b1f${digits(at, 2)}`,
    position: { x: 41.27 + at, y: 63.9 - at, xM: 24.7 + at, yM: 38.3 - at },
    zoneId: '4f4a9a6e-7d0a-4b43-9a31-0f3a4f0d9a01',
    accuracyM: 2.4,
    timestamp: 1_793_520_000_000 + at,
  })
  const entries: object[] = []
  const text = () => `"positions":${JSON.stringify(entries)}`
  while (text().length < payloadBytes - 250) entries.push(entry(entries.length))
  const missing = payloadBytes - text().length - opening.length - markLength - 16
  return `${text()},"note":"${'.'.repeat(Math.max(0, missing))}"`
}
