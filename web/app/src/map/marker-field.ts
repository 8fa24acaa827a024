// The page's side of the markers: which there are, how each is moving, what lies under the pointer. What changed is told to
// the painter as plain numbers.
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { moveTo, pointAt, standStill } from './marker-motion.ts'
import type { Motion, Point } from './marker-motion.ts'
import { motionFields } from './painting/paint-message.ts'
import type { PaintMessage, PaintName } from './painting/paint-message.ts'

type FieldMarker = { readonly index: number; entry: PositionEntry; motion: Motion }

export type MarkerField = {
  /** Brings the markers in line with `positions`; only those in `changed` are looked at, all when it is absent. */
  readonly update: (positions: ReadonlyMap<string, PositionEntry>, changed?: readonly string[]) => void
  readonly indexOf: (transmitterId: string | null) => number | null
  /** Where a marker is seen at this moment, metres. */
  readonly seenAt: (transmitterId: string) => Point | null
  /** Everything as it is seen at this moment. */
  readonly seen: () => (Point & { readonly id: string; readonly entry: PositionEntry })[]
}

export function createMarkerField(tell: (message: PaintMessage, transfer?: Transferable[]) => void): MarkerField {
  const markers = new Map<string, FieldMarker>()
  let nextIndex = 0

  function update(positions: ReadonlyMap<string, PositionEntry>, changed?: readonly string[]): void {
    const now = pageNow()
    const names: PaintName[] = []
    const gone: number[] = []
    const moved: FieldMarker[] = []
    for (const id of changed ?? new Set([...positions.keys(), ...markers.keys()])) {
      const entry = positions.get(id)
      const known = markers.get(id)
      if (entry === undefined) {
        if (known) gone.push(known.index)
        markers.delete(id)
      } else if (entry !== known?.entry) {
        const marker = known ?? { index: nextIndex++, entry, motion: standStill(placeOf(entry), now) }
        if (!known || known.entry.name !== entry.name || known.entry.entityType !== entry.entityType)
          names.push({ index: marker.index, name: entry.name, kind: entry.entityType })
        if (known) marker.motion = moveTo(known.motion, placeOf(entry), now)
        marker.entry = entry
        markers.set(id, marker)
        moved.push(marker)
      }
    }
    if (gone.length > 0) tell({ type: 'gone', indexes: gone })
    if (names.length > 0) tell({ type: 'names', names })
    if (moved.length > 0) {
      const motions = rowsOf(moved)
      tell({ type: 'motions', motions }, [motions.buffer])
    }
  }

  return {
    update,
    indexOf: (id) => (id === null ? null : (markers.get(id)?.index ?? null)),
    seenAt: (id) => {
      const marker = markers.get(id)
      return marker ? pointAt(marker.motion, pageNow()) : null
    },
    seen: () => {
      const now = pageNow()
      return [...markers].map(([id, { entry, motion }]) => ({ id, entry, ...pointAt(motion, now) }))
    },
  }
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

function placeOf({ position }: PositionEntry): Point {
  return { x: position.xM, y: position.yM }
}

/** A clock that page and worker share and that never jumps. */
function pageNow(): number {
  return performance.timeOrigin + performance.now()
}
