// Which markers there are and how each is moving; what changed is told as plain numbers to whoever draws them or looks at
// them. Kept by the worker that holds the relay connection, and by the page while it plays the past.
import { motionFields } from './marker-message.ts'
import type { MarkerMessage, MarkerName } from './marker-message.ts'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { moveTo, standStill } from './marker-motion.ts'
import type { Motion, Point } from './marker-motion.ts'

type FieldMarker = { readonly index: number; entry: PositionEntry; motion: Motion }

export type MarkerField = {
  /** Brings the markers in line with `positions`; only those in `changed` are looked at, all when it is absent. */
  readonly update: (positions: ReadonlyMap<string, PositionEntry>, changed?: readonly string[]) => void
}

/** `firstIndex`: two fields that are shown in turn on one map must not use the same numbers. */
export function createMarkerField(send: (message: MarkerMessage) => void, firstIndex = 0): MarkerField {
  const markers = new Map<string, FieldMarker>()
  let nextIndex = firstIndex

  function update(positions: ReadonlyMap<string, PositionEntry>, changed?: readonly string[]): void {
    const now = pageNow()
    const names: MarkerName[] = []
    const gone: number[] = []
    const moved: FieldMarker[] = []
    for (const id of changed ?? new Set([...positions.keys(), ...markers.keys()])) {
      const entry = positions.get(id)
      const before = markers.get(id)
      if (entry === undefined) {
        if (before) gone.push(before.index)
        markers.delete(id)
      } else if (entry !== before?.entry) {
        const marker = before ?? { index: nextIndex++, entry, motion: standStill(pointOf(entry), now) }
        if (!before || before.entry.name !== entry.name || before.entry.entityType !== entry.entityType)
          names.push({ index: marker.index, id, name: entry.name, kind: entry.entityType })
        if (before) marker.motion = moveTo(before.motion, pointOf(entry), now)
        marker.entry = entry
        markers.set(id, marker)
        moved.push(marker)
      }
    }
    if (gone.length > 0) send({ type: 'gone', indexes: gone })
    if (names.length > 0) send({ type: 'names', names })
    if (moved.length > 0) send({ type: 'motions', motions: rowsOf(moved) })
  }

  return { update }
}

function rowsOf(moved: readonly FieldMarker[]): Float64Array<ArrayBuffer> {
  const width = motionFields.length
  const rows = new Float64Array(moved.length * width)
  let at = 0
  for (const { index, entry, motion } of moved) {
    const { from, to, startedAt, duration } = motion
    rows[at] = index
    rows[at + 1] = from.x
    rows[at + 2] = from.y
    rows[at + 3] = to.x
    rows[at + 4] = to.y
    rows[at + 5] = startedAt
    rows[at + 6] = duration
    rows[at + 7] = entry.timestamp
    rows[at + 8] = entry.accuracyM
    at += width
  }
  return rows
}

function pointOf({ position }: PositionEntry): Point {
  return { x: position.xM, y: position.yM }
}

/** A clock that page and workers share and that never jumps. */
export function pageNow(): number {
  return performance.timeOrigin + performance.now()
}
