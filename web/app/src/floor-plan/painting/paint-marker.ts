// A marker as the painter keeps it, and how it looks in a frame.
import { motionFields } from '../../realtime/marker-message.ts'
import type { MarkerMessage, MarkerName } from '../../realtime/marker-message.ts'
import type { EntityType } from '@rollcall/contracts/domains/positions'
import { initialsOf } from '../../ui/entity-kind.ts'
import { pointAt } from '../../realtime/marker-motion.ts'
import type { MarkerState } from '../../ui/position-state.ts'

export type PaintMarker = {
  readonly id: string
  name: string
  initials: string
  kind: EntityType
  motion: { from: { x: number; y: number }; to: { x: number; y: number }; startedAt: number; duration: number }
  seenAt: number
  accuracyM: number
}

export type Markers = Map<number, PaintMarker>

export function applyMarkerMessage(markers: Markers, message: MarkerMessage): void {
  if (message.type === 'names') nameMarkers(markers, message.names)
  else if (message.type === 'motions') moveMarkers(markers, message.motions)
  else for (const index of message.indexes) markers.delete(index)
}

function nameMarkers(markers: Markers, names: readonly MarkerName[]): void {
  for (const { index, id, name, kind } of names) {
    const existing = markers.get(index)
    const called = { name, kind, initials: initialsOf(name) }
    if (existing) Object.assign(existing, called)
    else {
      const motion = { from: { x: 0, y: 0 }, to: { x: 0, y: 0 }, startedAt: 0, duration: 0 }
      markers.set(index, { id, ...called, motion, seenAt: 0, accuracyM: 0 })
    }
  }
}

/** In place: a thousand new objects ten times a second would have to be collected again. */
function moveMarkers(markers: Markers, rows: Float64Array): void {
  const width = motionFields.length
  for (let at = 0; at + width <= rows.length; at += width) {
    const marker = markers.get(rows[at] ?? -1)
    if (!marker) continue
    const { from, to } = marker.motion
    from.x = rows[at + 1] ?? 0
    from.y = rows[at + 2] ?? 0
    to.x = rows[at + 3] ?? 0
    to.y = rows[at + 4] ?? 0
    marker.motion.startedAt = rows[at + 5] ?? 0
    marker.motion.duration = rows[at + 6] ?? 0
    marker.seenAt = rows[at + 7] ?? 0
    marker.accuracyM = rows[at + 8] ?? 0
  }
}

export type MarkerAppearance = {
  readonly index: number
  readonly marker: PaintMarker
  /** Metres. */
  readonly x: number
  readonly y: number
  readonly state: MarkerState
  readonly ageMs: number
  readonly emphasised: boolean
}

export function appearanceOf(marker: PaintMarker, index: number, moment: Moment): MarkerAppearance {
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
