// "Find rooms": what the lines of the plan propose, until each is taken or discarded. Used by the editor of a floor.
import type { FloorContext } from '@rollcall/contracts/domains/context'
import { floors } from '@rollcall/contracts/domains/floors'
import type { PlanPoint } from '@rollcall/contracts/domains/zones'
import { onBeforeUnmount, ref, shallowRef } from 'vue'
import { rowUrl } from '../../../api/row-url.ts'
import { liesIn } from '../zone-shape.ts'
import { readPlan } from './read-plan.ts'
import type { RoomsAnswer } from './rooms-worker.ts'
import { t } from '../texts.ts'

export type RoomProposal = { readonly id: number; readonly name: string; readonly polygon: readonly PlanPoint[] }

/** Whoever waits longer draws by hand. */
const longestMs = 30_000

/** `drawn`: zones that are there; a room in one of them is not proposed again. */
export function useFindRooms({ floor }: FloorContext, drawn: () => readonly { polygon: readonly PlanPoint[] }[]) {
  const proposals = shallowRef<readonly RoomProposal[]>([])
  /** Null while nothing is searched. */
  const progress = ref<number | null>(null)
  const says = ref<string | null>(null)
  let worker: Worker | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function stop(sentence: string | null = null): void {
    clearTimeout(timer)
    worker?.terminate()
    worker = null
    progress.value = null
    says.value = sentence
  }
  onBeforeUnmount(() => stop())

  function answered(answer: RoomsAnswer): void {
    if (answer.type === 'progress') return void (progress.value = answer.share)
    const percent = answer.rooms.map(({ corners }) => corners.map(({ x, y }) => ({ x: rounded(x), y: rounded(y) })))
    const fresh = percent.filter((polygon) => !drawn().some((zone) => liesIn(polygon, zone.polygon)))
    proposals.value = fresh.map((polygon, index) => ({
      id: index + 1,
      name: t('roomNumber', { number: index + 1 }),
      polygon,
    }))
    stop(
      fresh.length > 0
        ? t('roomsFound', { count: fresh.length })
        : percent.length > 0
          ? t('everyRoomThatWasFoundIs')
          : t('noClosedRoomsWereFound'),
    )
  }
  async function search(): Promise<void> {
    stop()
    progress.value = 0
    try {
      const picture = await readPlan(rowUrl(floors.plan, { params: { floorId: floor.id } }), floor)
      // Stopped meanwhile.
      if (progress.value === null) return
      worker = new Worker(new URL('./rooms-worker.ts', import.meta.url), { type: 'module' })
      worker.addEventListener('message', ({ data }: MessageEvent<RoomsAnswer>) => answered(data))
      worker.addEventListener('error', () => stop(t('thePlanCouldNotBeSearched')))
      timer = setTimeout(() => stop(t('searchingThisPlanTakesToo')), longestMs)
      worker.postMessage(picture, [picture.pixels.buffer])
    } catch {
      stop(t('thePlanCannotBeRead'))
    }
  }
  function drop(ids: readonly number[]): void {
    proposals.value = proposals.value.filter(({ id }) => !ids.includes(id))
    if (proposals.value.length === 0) says.value = null
  }
  const rename = (id: number, name: string) =>
    (proposals.value = proposals.value.map((one) => (one.id === id ? { ...one, name } : one)))
  return { proposals, progress, says, search, stop, drop, rename }
}

/** A share as percent, to hundredths. */
const rounded = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 100
