// The badge of the canary (canary/canary.ts): it comes in as every reading does, waits with them, and leaves the round that makes them
// positions by a door of its own: it is nobody, so it is in no list, no history and no count.
import type { Reading } from './reading.ts'

/** Of the range kept for documents (RFC 9542): no device has them. The badge lies in the leader's share, who sends it. */
const transmitterId = '00005e0053c3'
const receiverId = '00005e0053cb'

export const isCanary = (id: string) => id === transmitterId

/** What its "receiver" posts. */
export const canaryRaddec = (timestamp: number) => ({
  transmitterId,
  transmitterIdType: 2,
  rssiSignature: [{ receiverId, rssi: -60 }],
  timestamp,
})

/** The other readings, and when the canaries among them were sent. */
export function takeCanaries(readings: readonly Reading[]): { readings: readonly Reading[]; sentAt: number[] } {
  const sentAt = readings.filter((reading) => isCanary(reading.transmitterId)).map(({ at }) => at)
  if (sentAt.length === 0) return { readings, sentAt }
  return { readings: readings.filter((reading) => !isCanary(reading.transmitterId)), sentAt }
}
