// One picture of a floor out of two sources: batches from the relay and snapshots from the API (rules 8, context).
// Neither may take a marker back in time: an entry replaces another only when its reading is newer.
import type { PositionEntry } from '@rollcall/contracts/domains/positions'

export type Positions = Map<string, PositionEntry>

/** Snapshot and socket race each other by this much at most; an absent entry younger than that is kept. */
const raceMs = 5_000

/** Same timestamp: the sequence number decides. It restarts with the backend, so the time of the reading comes first. */
export function isNewer(candidate: PositionEntry, current: PositionEntry | undefined): boolean {
  if (current === undefined) return true
  if (candidate.timestamp !== current.timestamp) return candidate.timestamp > current.timestamp
  return candidate.seq > current.seq
}

/** Changes `positions` in place; answers the ids that changed. Malformed entries are left out, never thrown on. */
export function mergeBatch(positions: Positions, entries: readonly PositionEntry[], floorId: string): string[] {
  const changed: string[] = []
  for (const entry of entries) {
    if (!isUsable(entry) || !isNewer(entry, positions.get(entry.transmitterId))) continue
    if (entry.floorId === floorId) positions.set(entry.transmitterId, entry)
    else if (!positions.delete(entry.transmitterId)) continue
    changed.push(entry.transmitterId)
  }
  return changed
}

/** A snapshot is complete: whoever is not in it, and was not heard since it was taken, has left the floor. */
export function mergeSnapshot(
  positions: Positions,
  snapshot: { readonly entries: readonly PositionEntry[]; readonly asOf: number; readonly floorId: string },
): string[] {
  const changed = mergeBatch(positions, snapshot.entries, snapshot.floorId)
  const present = new Set(snapshot.entries.map((entry) => entry.transmitterId))
  for (const [id, entry] of positions) {
    if (present.has(id) || entry.timestamp > snapshot.asOf - raceMs) continue
    positions.delete(id)
    changed.push(id)
  }
  return changed
}

function isUsable(entry: PositionEntry): boolean {
  return (
    typeof entry?.transmitterId === 'string' &&
    Number.isFinite(entry.position?.x) &&
    Number.isFinite(entry.position?.y) &&
    Number.isFinite(entry.timestamp)
  )
}
