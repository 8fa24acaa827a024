// Gathers what the receivers hear during a window into one raddec per transmitter, strongest receiver first, as a site's hub does.
import type { Raddec } from './raddec.ts'

export interface Sender {
  transmitterId: string
  transmitterIdType: Raddec['transmitterIdType']
  /** The advertisement in hex; absent where nobody reads it. */
  packet?: string
}

export interface Collector {
  add(sender: Sender, receiverId: string, rssi: number): void
  /** Everything heard since the last call. */
  flush(timestamp: number): Raddec[]
}

/** Readings of one transmitter in the window, by receiver. */
interface Readings {
  sender: Sender
  links: Map<string, { sum: number; count: number }>
}

export function createCollector(): Collector {
  let windows = new Map<string, Readings>()
  return {
    add(sender, receiverId, rssi) {
      let readings = windows.get(sender.transmitterId)
      if (!readings) windows.set(sender.transmitterId, (readings = { sender, links: new Map() }))
      const link = readings.links.get(receiverId)
      if (link) {
        link.sum += rssi
        link.count++
      } else readings.links.set(receiverId, { sum: rssi, count: 1 })
    },
    flush(timestamp) {
      const raddecs = [...windows.values()].map(({ sender, links }): Raddec => {
        const rssiSignature = [...links].map(([receiverId, { sum, count }]) => ({
          receiverId,
          receiverIdType: 2 as const,
          rssi: Math.round(sum / count),
          numberOfDecodings: count,
        }))
        rssiSignature.sort((a, b) => b.rssi - a.rssi)
        const { transmitterId, transmitterIdType, packet } = sender
        const raddec = { transmitterId, transmitterIdType, rssiSignature, timestamp }
        return packet === undefined ? raddec : { ...raddec, packets: [packet] }
      })
      windows = new Map()
      return raddecs
    },
  }
}
