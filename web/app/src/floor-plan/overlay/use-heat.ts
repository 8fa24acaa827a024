// The heat map of a floor: where people spent the last hours. The backend counts it as it happens, so that a day costs no more than an hour.
import { positions } from '@rollcall/contracts/domains/positions'
import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import { call } from '../../api/call.ts'
import { sentenceFor } from '../../api/problem-error.ts'
import { serverNow } from '../../realtime/server-clock.ts'
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
      const { cellM, cells } = await call(positions.heat, { query: { floorId: wish.floorId, ...span } }, signal)
      const places = cells.map(([column, row, weight]) => ({
        x: (column + 0.5) * cellM,
        y: (row + 0.5) * cellM,
        weight,
      }))
      heat.value = heatGrid(places, wish)
    } catch (error) {
      if (!signal.aborted) problem.value = sentenceFor(error)
    }
  }
  return { heat, problem }
}
