// The heat map of a floor: people's places of the last hours, thinned out so that rest weighs as much as motion.
import { positions } from '@rollcall/contracts/domains/positions'
import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import { call } from '../../api/call.ts'
import { sentenceFor } from '../../api/problem-error.ts'
import { serverNow } from '../../realtime/server-clock.ts'
import { createCarriers } from '../playback/carrier-at.ts'
import { isPerson } from '../../ui/entity-kind.ts'
import { heatGrid } from './heat-grid.ts'
import type { HeatGrid } from '../painting/paint-message.ts'

export type HeatRequest = {
  readonly floorId: string
  readonly widthM: number
  readonly heightM: number
  readonly hours: number
}

export function useHeat(request: Ref<HeatRequest | null>) {
  const heat = shallowRef<HeatGrid | null>(null)
  const problem = ref<string | null>(null)
  let reading = new AbortController()

  watch(
    () => JSON.stringify(request.value),
    async () => {
      reading.abort()
      heat.value = null
      problem.value = null
      if (request.value === null) return
      reading = new AbortController()
      await read(request.value, reading.signal)
    },
    { immediate: true },
  )
  onScopeDispose(() => reading.abort())

  async function read(wish: HeatRequest, signal: AbortSignal): Promise<void> {
    const to = serverNow()
    const span = { from: new Date(to - wish.hours * 3_600_000).toISOString(), to: new Date(to).toISOString() }
    try {
      for (let everySeconds = 30 * wish.hours; ; everySeconds = Math.min(3600, everySeconds * 3)) {
        const query = { floorId: wish.floorId, ...span, everySeconds, limit: 10_000 }
        const { points, carriers, truncated } = await call(positions.history, { query }, signal)
        if (truncated && everySeconds < 3600) continue
        const carried = createCarriers()
        carried.add(carriers.filter((one) => isPerson(one.entityType)))
        const places = points.filter((one) => carried.carrierAt(one.transmitterId, one.timestamp))
        heat.value = heatGrid(
          places.map(({ position: { xM, yM } }) => ({ x: xM, y: yM })),
          wish,
        )
        return
      }
    } catch (error) {
      if (!signal.aborted) problem.value = sentenceFor(error)
    }
  }
  return { heat, problem }
}
