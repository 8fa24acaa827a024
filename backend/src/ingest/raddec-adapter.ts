// reelyActive raddec JSON → canonical readings (positioning 3). Called by ingest-routes.ts per item;
// checked by hand, for this is the hottest schema of the product.
import { canonicalId, framesOf, type Reading, rssiRange } from './reading.ts'

/** A raddec names the receivers that heard one advertisement; more than this is no site but an attack. */
const mostReceivers = 64

/** The readings of one raddec, or null when it is not one. Entries with an impossible strength are left out. */
export function readRaddec(item: unknown, arrivedAt: number): Reading[] | null {
  if (typeof item !== 'object' || item === null) return null
  const { transmitterId, transmitterIdType, rssiSignature, packets, timestamp, earliestDecodingTime, creationTime } =
    item as Record<string, unknown>
  const id = canonicalId(transmitterId)
  if (id === null || !Array.isArray(rssiSignature) || rssiSignature.length > mostReceivers) return null
  // Software that decodes by itself says when it first did, or when it wrote the raddec.
  const at = timestamp ?? earliestDecodingTime ?? creationTime ?? arrivedAt
  if (typeof at !== 'number' || !Number.isFinite(at) || at <= 0) return null
  const claim = transmitterIdType === 2 ? 'public' : transmitterIdType === 3 ? 'random' : 'unknown'
  const frames = framesOf(packets, 'pdu')
  const readings: Reading[] = []
  for (const entry of rssiSignature as unknown[]) {
    if (typeof entry !== 'object' || entry === null) return null
    const { receiverId, rssi } = entry as Record<string, unknown>
    const receiver = canonicalId(receiverId)
    if (receiver === null || typeof rssi !== 'number') return null
    if (rssi >= rssiRange.min && rssi <= rssiRange.max) {
      readings.push({ transmitterId: id, receiverId: receiver, rssi, at, arrivedAt, claim, frames })
    }
  }
  return readings.length > 0 ? readings : null
}
