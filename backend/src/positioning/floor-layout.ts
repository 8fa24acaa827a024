// What of a floor decides what its receivers hear of a badge: its size, and which of them hang where. Rests of badges bear it, so that those
// from before a receiver was moved are not used (rest-queries.ts); asked where the site is compiled, and by the calibrate handler.
import { createHash } from 'node:crypto'

interface Hung {
  receiverId: string
  /** Percent of the plan. */
  x: number
  y: number
  zM: number | null
}

export function layoutOf({ widthM, heightM }: { widthM: number; heightM: number }, receivers: readonly Hung[]): string {
  const hung = receivers.map(({ receiverId, x, y, zM }) => [receiverId, x, y, zM] as const)
  hung.sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([widthM, heightM, hung]))
    .digest('base64url')
    .slice(0, 22)
}
