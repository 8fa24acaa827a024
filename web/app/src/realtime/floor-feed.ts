// Everything that is known about one floor right now: a snapshot first, then batches from the relay; while the relay is
// down the snapshot is read every 10 s instead (decisions 8, context). Used by the floor plan through use-floor.ts.
import { PositionBatch } from '@rollcall/contracts/channels'
import type { FloorContext } from '@rollcall/contracts/domains/context'
import { mergeBatch, mergeSnapshot } from './position-merge.ts'
import type { Positions } from './position-merge.ts'

export type FloorFeedOptions = {
  readonly floorId: string
  readonly readSnapshot: (signal: AbortSignal) => Promise<FloorContext>
  /** Absent for callers who may not see positions: they get snapshots only. */
  readonly subscribe?: (onData: (data: unknown) => void) => () => void
  readonly relayConnected: () => boolean
  readonly onPositions: (changed: readonly string[], through: 'relay' | 'snapshot') => void
  readonly onSnapshot: (snapshot: FloorContext) => void
  readonly onProblem: (error: unknown) => void
}

export type FloorFeed = {
  readonly positions: Positions
  /** Looks at the truth at once: when the relay connection comes or goes, and after the floor was edited. */
  readonly reread: () => void
  readonly stop: () => void
}

export const pollMs = 10_000
/** While live: tells who left the floor, and how the receivers are. */
export const resyncMs = 30_000

export function createFloorFeed(options: FloorFeedOptions): FloorFeed {
  const positions: Positions = new Map()
  const leaving = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** One read at a time; a wish that comes during a read is served right after it. */
  let reading = false
  let again = false

  function onData(data: unknown): void {
    if (!isBatch(data)) return
    const changed = mergeBatch(positions, data.data, options.floorId)
    if (changed.length > 0) options.onPositions(changed, 'relay')
  }

  async function read(): Promise<void> {
    if (reading) {
      again = true
      return
    }
    reading = true
    clearTimeout(timer)
    try {
      const snapshot = await options.readSnapshot(leaving.signal)
      if (leaving.signal.aborted) return
      options.onSnapshot(snapshot)
      options.onPositions(
        mergeSnapshot(positions, { ...snapshot, entries: snapshot.positions, floorId: options.floorId }),
        'snapshot',
      )
    } catch (error) {
      if (leaving.signal.aborted) return
      options.onProblem(error)
    } finally {
      reading = false
      if (!leaving.signal.aborted) next()
    }
  }

  function next(): void {
    if (again) {
      again = false
      void read()
    } else timer = setTimeout(() => void read(), options.relayConnected() ? resyncMs : pollMs)
  }

  const unsubscribe = options.subscribe?.(onData)
  void read()
  return {
    positions,
    reread: () => void read(),
    stop: () => {
      leaving.abort()
      clearTimeout(timer)
      unsubscribe?.()
    },
  }
}

/** The envelope only: entries are checked one by one while merging, which a full parse of 1,000 would be too slow for. */
function isBatch(data: unknown): data is PositionBatch {
  const batch = data as Partial<PositionBatch> | null
  return batch?.type === PositionBatch.shape.type.value && Array.isArray(batch.data)
}
