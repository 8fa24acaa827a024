// Gathers what the receivers hear during a window into one raddec per transmitter, strongest receiver first, as a site's hub does.
import type { Raddec } from './raddec.ts'

export interface Collector {
  hear(transmitterId: string, receiverId: string, rssi: number): void
  /** Everything heard since the last call. */
  flush(timestamp: number): Raddec[]
}

export function createCollector(): Collector {
  let windows = new Map<string, Map<string, { sum: number; count: number }>>()
  return {
    hear(transmitterId, receiverId, rssi) {
      let links = windows.get(transmitterId)
      if (!links) windows.set(transmitterId, (links = new Map()))
      const link = links.get(receiverId)
      if (link) {
        link.sum += rssi
        link.count++
      } else links.set(receiverId, { sum: rssi, count: 1 })
    },
    flush(timestamp) {
      const raddecs = [...windows].map(([transmitterId, links]): Raddec => {
        const rssiSignature = [...links].map(([receiverId, { sum, count }]) => ({
          receiverId,
          receiverIdType: 2 as const,
          rssi: Math.round(sum / count),
          numberOfDecodings: count,
        }))
        rssiSignature.sort((a, b) => b.rssi - a.rssi)
        return { transmitterId, transmitterIdType: 3, rssiSignature, timestamp }
      })
      windows = new Map()
      return raddecs
    },
  }
}
