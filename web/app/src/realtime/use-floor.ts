// The floor plan's view of a floor: the feed above, bound to the page's floor, the session and the live store.
import { floorChannel } from '@rollcall/contracts/channels'
import { context } from '@rollcall/contracts/domains/context'
import type { FloorContext } from '@rollcall/contracts/domains/context'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import { call } from '../api/call.ts'
import { ProblemError, sentenceFor } from '../api/problem-error.ts'
import { useSession } from '../session/session-store.ts'
import { createFloorFeed } from './floor-feed.ts'
import type { FloorFeed } from './floor-feed.ts'
import { useLive } from './live-store.ts'
import { learnServerTime } from './server-clock.ts'

export type FloorProblem = { readonly sentence: string; readonly gone: boolean }

export function useFloor(floorId: Ref<string | null>, onPositions: (changed?: readonly string[]) => void) {
  const session = useSession()
  const live = useLive()
  const snapshot = shallowRef<FloorContext | null>(null)
  const problem = ref<FloorProblem | null>(null)
  const seesPeople = session.can('positions.read')
  let feed: FloorFeed | null = null

  function follow(id: string | null): void {
    feed?.stop()
    feed = null
    snapshot.value = null
    problem.value = null
    live.forgetUpdates()
    onPositions()
    if (id === null) return
    feed = createFloorFeed({
      floorId: id,
      readSnapshot: (signal) => call(context.floor, { params: { floorId: id } }, signal),
      ...(seesPeople ? { subscribe: (onData) => live.subscribe(floorChannel(id), onData) } : {}),
      relayConnected: () => live.relay === 'connected',
      onPositions: (changed, through) => {
        live.updated(through)
        onPositions(changed)
      },
      onSnapshot: (next) => {
        learnServerTime(next.asOf)
        snapshot.value = next
        problem.value = null
        live.pollingWorks = true
      },
      onProblem: (error) => {
        live.pollingWorks = false
        problem.value = {
          sentence: sentenceFor(error),
          gone: error instanceof ProblemError && error.code === 'not_found',
        }
      },
    })
  }

  watch(floorId, follow, { immediate: true })
  watch(
    () => live.relay === 'connected',
    () => {
      // Until a snapshot has come through, nobody can say that polling works.
      live.pollingWorks = false
      feed?.reread()
    },
  )
  onScopeDispose(() => {
    feed?.stop()
    live.forgetUpdates()
  })

  const none: ReadonlyMap<string, PositionEntry> = new Map()
  return { snapshot, problem, seesPeople, positions: () => feed?.positions ?? none, reread: () => feed?.reread() }
}
