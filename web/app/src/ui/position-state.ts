// What the age of a sighting says about it (rules 8); told the same way on the map, in lists and on cards.
import { positionState } from '@rollcall/contracts/domains/positions'
import type { PositionEntry, Sighting } from '@rollcall/contracts/domains/positions'
import { serverNow } from '../realtime/server-clock.ts'

export type MarkerState = ReturnType<typeof positionState>

export function stateOf(entry: Pick<PositionEntry, 'timestamp'>, now: number): MarkerState {
  return positionStateAt(entry.timestamp, now)
}

export function positionStateAt(seenAt: number, now: number): MarkerState {
  return positionState(now - seenAt)
}

/** Of somebody or something that lists show; what was never seen is as old as can be. */
export function sightingState(lastSeen: Sighting | null | undefined): MarkerState {
  return lastSeen ? positionStateAt(Date.parse(lastSeen.at), serverNow()) : 'stale'
}
