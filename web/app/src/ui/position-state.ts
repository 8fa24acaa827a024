// What the age of a sighting says about it (rules 8); told the same way on the map, in lists and on cards.
import { positionState } from '@rollcall/contracts/domains/positions'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'

export type MarkerState = ReturnType<typeof positionState>

export function stateOf(entry: Pick<PositionEntry, 'timestamp'>, now: number): MarkerState {
  return positionStateAt(entry.timestamp, now)
}

export function positionStateAt(seenAt: number, now: number): MarkerState {
  return positionState(now - seenAt)
}
