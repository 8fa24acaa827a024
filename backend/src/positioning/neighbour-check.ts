// How what each receiver hears of its neighbours' own beacons has changed: both ends of these links hang still, so that a receiver that
// was covered, moved or is dying stands out by itself, whatever walls there are. Asked by the signal monitor.
import type { LinkMean, LinkMemory } from './calibration/link-memory.ts'
import { median } from './median.ts'

/** dB by receiver id, the last minutes against the hour before; who hears fewer than two neighbours is not in it. */
export type NeighbourCheck = () => ReadonlyMap<string, number>

const minuteMs = 60_000
const span = { recentMs: 3 * minuteMs, beforeMs: 60 * minuteMs } as const
/** Pages ask again and again. */
const goodForMs = 10_000
/** The strongest links tell most: of a faint one little more can be lost. */
const neighbours = { least: 2, most: 3 } as const
/** A beacon that is no longer heard came in below this, dBm. */
const inaudibleDbm = -95

export function createNeighbourCheck(memory: LinkMemory, now: () => number): NeighbourCheck {
  let known: { at: number; found: ReadonlyMap<string, number> } | null = null
  return () => {
    const at = now()
    if (!known || at - known.at >= goodForMs) {
      const recentFrom = at - span.recentMs
      const before = memory.means(recentFrom - span.beforeMs, recentFrom)
      known = { at, found: changes(before, memory.means(recentFrom, at)) }
    }
    return known.found
  }
}

function changes(before: readonly LinkMean[], recent: readonly LinkMean[]): Map<string, number> {
  const now = new Map(recent.map((link) => [keyOf(link), link.rssi]))
  // A neighbour that nobody hears any more says nothing about who does not hear it.
  const speaking = new Set(recent.map(({ transmitterId }) => transmitterId))
  const byReceiver = new Map<string, LinkMean[]>()
  for (const link of before.filter(({ transmitterId }) => speaking.has(transmitterId))) {
    byReceiver.set(link.receiverId, [...(byReceiver.get(link.receiverId) ?? []), link])
  }
  return new Map(
    [...byReceiver].flatMap(([receiverId, links]): [string, number][] => {
      if (links.length < neighbours.least) return []
      const strongest = links.sort((a, b) => b.rssi - a.rssi).slice(0, neighbours.most)
      const differences = strongest.map((link) => {
        return (now.get(keyOf(link)) ?? Math.min(link.rssi, inaudibleDbm)) - link.rssi
      })
      return [[receiverId, median(differences)]]
    }),
  )
}

const keyOf = ({ transmitterId, receiverId }: LinkMean) => `${transmitterId}/${receiverId}`
