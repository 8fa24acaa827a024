// Minew gateway JSON (JSON-LONG) → canonical readings: an array whose first item names the gateway and whose others are what it heard
// (positioning 3). Called by ingest-routes.ts with the whole body.
import { canonicalId, framesOf, type Reading, rssiRange } from './reading.ts'

/** Readings per item after the gateway's own; an empty array where an item is not usable. Null: no gateway, nothing usable. */
export function readMinew(items: readonly unknown[], arrivedAt: number): (Reading[] | null)[] {
  const receiverId = gatewayOf(items[0])
  if (receiverId === null) return items.map(() => null)
  return items.slice(1).map((item) => {
    if (typeof item !== 'object' || item === null) return null
    const { mac, rssi, timestamp, rawData } = item as Record<string, unknown>
    const transmitterId = canonicalId(mac)
    if (transmitterId === null || typeof rssi !== 'number' || !(rssi >= rssiRange.min && rssi <= rssiRange.max))
      return null
    const at = timeOf(timestamp, arrivedAt)
    return [{ transmitterId, receiverId, rssi, at, arrivedAt, frames: framesOf([rawData], 'payload') }]
  })
}

function gatewayOf(item: unknown): string | null {
  if (typeof item !== 'object' || item === null) return null
  const { type, mac } = item as Record<string, unknown>
  return type === 'Gateway' ? canonicalId(mac) : null
}

/** ISO text by the gateway's clock; without a usable one, the time of arrival. */
function timeOf(timestamp: unknown, arrivedAt: number): number {
  const at = typeof timestamp === 'string' ? Date.parse(timestamp) : timestamp
  return typeof at === 'number' && Number.isFinite(at) && at > 0 ? at : arrivedAt
}
