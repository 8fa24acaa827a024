// The page's side of the planner's worker: one question of a kind at a time, and when several came meanwhile only the last of them.
import { onBeforeUnmount, ref } from 'vue'
import type { AccuracyMap, Aim, BestPlace, PlannedFloor } from './planner-work.ts'
import type { Answer, Question } from './planner-worker.ts'

export function usePlannerWorker() {
  const worker = new Worker(new URL('./planner-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, (answer: Answer) => void>()
  /** Share of the search that is done; null: none is under way. */
  const progress = ref<number | null>(null)
  let last = 0
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    if (data.type === 'progress') return void (progress.value = data.share)
    waiting.get(data.id)?.(data)
    waiting.delete(data.id)
  })
  onBeforeUnmount(() => worker.terminate())

  function ask(question: Question): Promise<Answer> {
    return new Promise((resolve) => {
      waiting.set(question.id, resolve)
      worker.postMessage(question, [])
    })
  }
  async function findBest(floor: PlannedFloor, aim: Aim): Promise<BestPlace | null> {
    progress.value = 0
    const answer = await ask({ id: ++last, type: 'best', floor, aim })
    progress.value = null
    return answer.type === 'best' ? answer.place : null
  }
  /** A map that is drawn anew with every change; dragging asks faster than a slow machine answers. */
  function liveMap(onMap: (map: AccuracyMap | null) => void) {
    let busy = false
    let next: PlannedFloor | null | undefined
    return async function show(floor: PlannedFloor | null): Promise<void> {
      next = floor
      if (busy) return
      busy = true
      while (next !== undefined) {
        const asked: PlannedFloor | null = next
        next = undefined
        const answer = asked && (await ask({ id: ++last, type: 'map', floor: asked }))
        onMap(answer?.type === 'map' ? answer.map : null)
      }
      busy = false
    }
  }
  return { progress, findBest, liveMap }
}
