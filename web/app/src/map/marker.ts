// A marker as the canvas layer keeps it: the entry it stands for, its motion, and what its age says about it.
import { positionState } from '@rollcall/contracts/domains/positions'
import type { EntityType, PositionEntry } from '@rollcall/contracts/domains/positions'
import { moveTo, standStill } from './marker-motion.ts'
import type { Motion } from './marker-motion.ts'

export type MarkerState = ReturnType<typeof positionState>

export type Marker = {
  entry: PositionEntry
  motion: Motion
  initials: string
}

export function markerFor(entry: PositionEntry, known: Marker | undefined, now: number): Marker {
  const target = { x: entry.position.xM, y: entry.position.yM }
  const motion = known === undefined ? standStill(target, now) : moveTo(known.motion, target, now)
  return { entry, motion, initials: known?.entry.name === entry.name ? known.initials : initialsOf(entry.name) }
}

export function stateOf(entry: PositionEntry, now: number): MarkerState {
  return positionStateAt(entry.timestamp, now)
}

export function positionStateAt(seenAt: number, now: number): MarkerState {
  return positionState(now - seenAt)
}

export function isPerson(entityType: EntityType): boolean {
  return entityType === 'employee' || entityType === 'visitor' || entityType === 'contractor'
}

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const last = words.length > 1 ? words.at(-1) : undefined
  return [words[0], last]
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase()
}
