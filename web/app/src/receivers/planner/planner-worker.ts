// The worker of the placement planner: maps while a receiver is dragged, and searches that take a moment, away from the page.
import { bestPlace, mapOf } from './planner-work.ts'
import type { AccuracyMap, Aim, BestPlace, PlannedFloor } from './planner-work.ts'

export type Question =
  | { readonly id: number; readonly type: 'map'; readonly floor: PlannedFloor }
  | { readonly id: number; readonly type: 'best'; readonly floor: PlannedFloor; readonly aim: Aim }
export type Answer =
  | { readonly id: number; readonly type: 'map'; readonly map: AccuracyMap }
  | { readonly id: number; readonly type: 'best'; readonly place: BestPlace | null }
  | { readonly id: number; readonly type: 'progress'; readonly share: number }

const answer = (message: Answer) => postMessage(message)
globalThis.addEventListener('message', ({ data: question }: MessageEvent<Question>) => {
  const { id, type, floor } = question
  if (type === 'map') return answer({ id, type, map: mapOf(floor) })
  const place = bestPlace(floor, question.aim, (share) => answer({ id, type: 'progress', share }))
  answer({ id, type, place })
})
