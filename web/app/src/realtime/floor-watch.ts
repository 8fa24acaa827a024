// Everyone on the floor in view, kept beside the socket: batches of 1,000 positions ten times a second are read, merged and
// passed to the painter here, in the worker; the page hears of them once a second. Called by relay-worker.ts.
import type { PositionBatch } from '@rollcall/contracts/channels'
import { createMarkerField } from './marker-field.ts'
import type { MarkerField } from './marker-field.ts'
import { mergeBatch, mergeSnapshot } from './position-merge.ts'
import type { Positions } from './position-merge.ts'
import type { FloorUpdate, FloorSnapshot, WatchedFloor } from './relay-messages.ts'

export type FloorWatchOptions = {
  readonly subscribe: (channel: string, onData: (data: unknown) => void) => () => void
  readonly onUpdate: (update: FloorUpdate) => void
}

/** The page tells in words what the map shows in motion; nobody reads faster. */
export const updateMs = 1_000

export function createFloorWatch({ subscribe, onUpdate }: FloorWatchOptions) {
  const positions: Positions = new Map()
  const unreported = new Set<string>()
  let floorId: string | null = null
  let unsubscribe: (() => void) | undefined
  let ports: readonly MessagePort[] = []
  let field: MarkerField | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function watch(next: WatchedFloor | null): void {
    unsubscribe?.()
    clearTimeout(timer)
    timer = undefined
    positions.clear()
    unreported.clear()
    field?.update(positions)
    floorId = next?.id ?? null
    unsubscribe = next === null ? undefined : subscribe(next.channel, onData)
  }

  function onData(data: unknown): void {
    if (floorId === null || !isBatch(data)) return
    changed(mergeBatch(positions, data.data, floorId), 'relay')
  }

  function take(snapshot: FloorSnapshot): void {
    if (snapshot.floorId === floorId) changed(mergeSnapshot(positions, snapshot), 'snapshot')
  }

  function changed(ids: readonly string[], through: FloorUpdate['through']): void {
    if (through === 'relay' && ids.length === 0) return
    field?.update(positions, ids)
    for (const id of ids) unreported.add(id)
    if (through === 'snapshot' || timer === undefined) report(through)
  }

  /** At once, then not again for a second. */
  function report(through: FloorUpdate['through']): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      if (unreported.size > 0) report('relay')
    }, updateMs)
    if (floorId === null) return
    const reported = [...unreported].map((id) => [id, positions.get(id)] as const)
    unreported.clear()
    onUpdate({
      floorId,
      changed: reported.flatMap(([, entry]) => entry ?? []),
      gone: reported.flatMap(([id, entry]) => (entry === undefined ? id : [])),
      through,
    })
  }

  function show(next: readonly MessagePort[]): void {
    field?.update(new Map())
    for (const port of ports) port.close()
    ports = next
    field =
      ports.length === 0
        ? null
        : createMarkerField((message) => {
            for (const port of ports) port.postMessage(message)
          })
    field?.update(positions)
  }

  return { watch, take, show }
}

/** The envelope only: entries are checked one by one while merging, which a full parse of 1,000 would be too slow for. */
function isBatch(data: unknown): data is PositionBatch {
  const batch = data as Partial<PositionBatch> | null
  return batch?.type === ('position-batch' satisfies PositionBatch['type']) && Array.isArray(batch.data)
}
