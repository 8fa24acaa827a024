// A marker as the painter keeps it, and how it looks in a frame.
import type { EntityType } from '@rollcall/contracts/domains/positions'
import { initialsOf } from '../entity-kind.ts'
import { pointAt } from '../marker-motion.ts'
import type { MarkerState } from '../marker.ts'
import { motionFields } from './paint-message.ts'
import type { PaintName } from './paint-message.ts'

export type PaintMarker = {
  name: string
  initials: string
  kind: EntityType
  motion: { from: { x: number; y: number }; to: { x: number; y: number }; startedAt: number; duration: number }
  seenAt: number
  accuracyM: number
}

export type Markers = Map<number, PaintMarker>

export function nameMarkers(markers: Markers, names: readonly PaintName[]): void {
  for (const { index, name, kind } of names) {
    const known = markers.get(index)
    const called = { name, kind, initials: initialsOf(name) }
    if (known) Object.assign(known, called)
    else {
      const nowhere = { x: 0, y: 0 }
      const motion = { from: nowhere, to: nowhere, startedAt: 0, duration: 0 }
      markers.set(index, { ...called, motion, seenAt: 0, accuracyM: 0 })
    }
  }
}

export function moveMarkers(markers: Markers, rows: Float64Array): void {
  const width = motionFields.length
  for (let at = 0; at + width <= rows.length; at += width) {
    const [index = 0, fromX = 0, fromY = 0, toX = 0, toY = 0, startedAt = 0, duration = 0, seenAt = 0, accuracyM = 0] =
      rows.subarray(at, at + width)
    const marker = markers.get(index)
    if (!marker) continue
    marker.motion = { from: { x: fromX, y: fromY }, to: { x: toX, y: toY }, startedAt, duration }
    marker.seenAt = seenAt
    marker.accuracyM = accuracyM
  }
}

export type MarkerLook = {
  readonly index: number
  readonly marker: PaintMarker
  /** Metres. */
  readonly x: number
  readonly y: number
  readonly state: MarkerState
  readonly ageMs: number
  readonly emphasised: boolean
}

export function lookOf(marker: PaintMarker, index: number, moment: Moment): MarkerLook {
  const { x, y } = pointAt(marker.motion, moment.now)
  const ageMs = moment.now + moment.clockOffsetMs - marker.seenAt
  const { activeMs, lastSeenMs } = moment.ages
  const state = ageMs <= activeMs ? 'active' : ageMs <= lastSeenMs ? 'last_seen' : 'stale'
  return { index, marker, x, y, state, ageMs, emphasised: index === moment.chosen || index === moment.hovered }
}

export type Moment = {
  /** Epoch milliseconds of this device. */
  readonly now: number
  readonly clockOffsetMs: number
  readonly ages: { readonly activeMs: number; readonly lastSeenMs: number }
  readonly chosen: number | null
  readonly hovered: number | null
}
