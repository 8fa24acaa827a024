// The page's knowledge of what the painter shows: where each marker is seen at this moment, for clicks and for following.
// Fed with the same messages as the painter.
import type { MarkerMessage, MarkerName } from '../../realtime/marker-message.ts'
import { pageNow } from '../../realtime/marker-field.ts'
import { pointAt } from '../../realtime/marker-motion.ts'
import type { Point } from '../../realtime/marker-motion.ts'
import { applyMarkerMessage } from '../painting/paint-marker.ts'
import type { Markers } from '../painting/paint-marker.ts'

export type MarkerMirror = {
  readonly receive: (message: MarkerMessage) => void
  readonly indexOf: (transmitterId: string | null) => number | null
  /** Where a marker is seen at this moment, metres. */
  readonly seenAt: (transmitterId: string) => Point | null
  /** Everything as it is seen at this moment. */
  readonly seen: () => (Point & Pick<MarkerName, 'id' | 'kind'>)[]
}

/** `onNumbered`: the numbers that markers go by have changed. */
export function createMarkerMirror(onNumbered: () => void): MarkerMirror {
  const markers: Markers = new Map()
  const indexes = new Map<string, number>()

  function receive(message: MarkerMessage): void {
    if (message.type === 'gone')
      for (const index of message.indexes) {
        const id = markers.get(index)?.id
        if (id !== undefined && indexes.get(id) === index) indexes.delete(id)
      }
    else if (message.type === 'names') for (const { id, index } of message.names) indexes.set(id, index)
    applyMarkerMessage(markers, message)
    if (message.type !== 'motions') onNumbered()
  }

  return {
    receive,
    indexOf: (id) => (id === null ? null : (indexes.get(id) ?? null)),
    seenAt: (id) => {
      const marker = markers.get(indexes.get(id) ?? -1)
      return marker ? pointAt(marker.motion, pageNow()) : null
    },
    seen: () => {
      const now = pageNow()
      return [...markers.values()].map(({ id, kind, motion }) => ({ id, kind, ...pointAt(motion, now) }))
    },
  }
}
