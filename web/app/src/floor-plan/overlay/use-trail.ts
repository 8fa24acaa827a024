// Where the chosen badge came from: the last half hour from the history, then every new place as it comes.
import { positions } from '@rollcall/contracts/domains/positions'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import { call } from '../../api/call.ts'
import { sentenceFor } from '../../api/problem-error.ts'
import { serverNow } from '../../realtime/server-clock.ts'
import type { PaintOverlay } from '../painting/paint-message.ts'

export const trailMinutes = 30
const mostPoints = 2_000

export function useTrail(request: Ref<{ transmitterId: string; floorId: string } | null>) {
  const trail = shallowRef<PaintOverlay['trail']>([])
  const problem = ref<string | null>(null)
  let reading = new AbortController()

  watch(request, async (which) => {
    reading.abort()
    const mine = new AbortController()
    reading = mine
    trail.value = []
    problem.value = null
    if (which === null) return
    const to = serverNow()
    const span = {
      from: new Date(to - trailMinutes * 60_000).toISOString(),
      to: new Date(to + 5_000).toISOString(),
    }
    try {
      const { points } = await call(
        positions.history,
        { query: { ...which, ...span, everySeconds: 2, limit: mostPoints } },
        mine.signal,
      )
      if (mine.signal.aborted) return
      const since = trail.value
      trail.value = [
        ...points.map(({ position: { xM, yM }, timestamp }) => ({ x: xM, y: yM, at: timestamp })),
        ...since,
      ]
    } catch (error) {
      if (!mine.signal.aborted) problem.value = sentenceFor(error)
    }
  })
  onScopeDispose(() => reading.abort())

  function follow(entry: PositionEntry | undefined): void {
    if (entry?.transmitterId !== request.value?.transmitterId || !entry) return
    const last = trail.value.at(-1)
    if (last && entry.timestamp <= last.at) return
    const point = { x: entry.position.xM, y: entry.position.yM, at: entry.timestamp }
    trail.value = [...trail.value, point].slice(-mostPoints)
  }
  return { trail, problem, follow }
}
