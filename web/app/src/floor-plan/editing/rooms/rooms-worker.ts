// The worker of "Find rooms": a plan of millions of pixels is searched away from the page.
import { findRooms } from './find-rooms.ts'
import type { FoundRoom } from './find-rooms.ts'
import type { PlanPicture } from './plan-ink.ts'

export type RoomsAnswer =
  | { readonly type: 'progress'; readonly share: number }
  | { readonly type: 'rooms'; readonly rooms: readonly FoundRoom[] }

const answer = (message: RoomsAnswer) => postMessage(message)
globalThis.addEventListener('message', ({ data }: MessageEvent<PlanPicture>) => {
  answer({ type: 'rooms', rooms: findRooms(data, (share) => answer({ type: 'progress', share })) })
})
