// The floor plan's view of a floor: snapshots from the API and what the relay tells between them, bound to the page's floor,
// the session and the live store.
import { floorChannel } from '@rollcall/contracts/channels'
import { context } from '@rollcall/contracts/domains/context'
import type { FloorContext } from '@rollcall/contracts/domains/context'
import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import { call } from '../../api/call.ts'
import { namesNothing, sentenceFor } from '../../api/problem-error.ts'
import { useSession } from '../../session/session-store.ts'
import { createFloorFeed } from './floor-feed.ts'
import type { FloorFeed } from './floor-feed.ts'
import { useLive } from '../../realtime/live-store.ts'
import type { Positions } from '../../realtime/position-merge.ts'
import type { FloorUpdate } from '../../realtime/relay-messages.ts'
import { learningTime } from '../../realtime/server-clock.ts'

export type FloorProblem = { readonly sentence: string; readonly gone: boolean }

/** `onPositions`: about once a second, when somebody moved, came or left. */
export function useFloor(floorId: Ref<string | null>, onPositions: () => void) {
  const session = useSession()
  const live = useLive()
  const snapshot = shallowRef<FloorContext | null>(null)
  const problem = ref<FloorProblem | null>(null)
  const seesPeople = session.can('positions.read')
  const positions: Positions = new Map()
  let feed: FloorFeed | null = null

  function leave(): void {
    feed?.stop()
    feed = null
    live.floor()?.show([])
    live.floor()?.follow(null)
    live.forgetUpdates()
  }

  function follow(id: string | null): void {
    leave()
    snapshot.value = null
    problem.value = null
    positions.clear()
    if (id === null) return
    live.floor()?.follow({ id, channel: floorChannel(id) }, update)
    feed = createFloorFeed({
      readSnapshot: (signal) => learningTime(() => call(context.floor, { params: { floorId: id } }, signal)),
      relayConnected: () => live.arrives,
      onSnapshot: (next) => {
        snapshot.value = next
        problem.value = null
        live.pollingWorks = true
        live.updated('snapshot')
        live.floor()?.take({ floorId: id, entries: next.positions, asOf: next.asOf })
      },
      onProblem: (error) => {
        live.pollingWorks = false
        const gone = namesNothing(error)
        problem.value = { sentence: sentenceFor(error), gone }
        if (gone) leave()
      },
    })
  }

  function update({ changed, gone, through }: FloorUpdate): void {
    for (const entry of changed) positions.set(entry.transmitterId, entry)
    for (const id of gone) positions.delete(id)
    // A snapshot has told of itself.
    if (through === 'relay') live.updated(through)
    onPositions()
  }

  watch(floorId, follow, { immediate: true })
  watch(
    () => live.arrives,
    () => {
      // Until a snapshot has come through, nobody can say that polling works.
      live.pollingWorks = false
      feed?.reread()
    },
  )
  onScopeDispose(leave)

  return {
    snapshot,
    problem,
    seesPeople,
    positions,
    /** Whoever draws the floor hears of every move through these. */
    show: (ports: readonly MessagePort[]) => live.floor()?.show(ports),
    reread: () => feed?.reread(),
  }
}
