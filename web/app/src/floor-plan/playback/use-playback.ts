// The past of a floor, played back: which span, which moment, at which speed, and everyone's place then. Read in pieces
// around the moment that is shown (spec 4.2 Positions). Used by the floor plan while its playback bar is open.
import { positions } from '@rollcall/contracts/domains/positions'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { useIntervalFn } from '@vueuse/core'
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import { call } from '../../api/call.ts'
import { sentenceFor } from '../../api/problem-error.ts'
import { dataBegin, pieceAt } from './history-span.ts'
import type { Piece, Span } from './history-span.ts'
import { createHistory } from './history-track.ts'
import type { History } from './history-track.ts'

const tickMs = 100
/** Parts of the bar that shows when there is data. */
const bars = 120
/** Real time until the next piece is read ahead, so that fast playback does not stutter. */
const aheadMs = 3_000

export type PlaybackFloor = { readonly floorId: string; readonly buildingId: string }

export type OnMoment = (at: number, positions: ReadonlyMap<string, PositionEntry>) => void

export function usePlayback(floor: PlaybackFloor, first: Span, tell: OnMoment) {
  const span = shallowRef(first)
  const at = ref(first.from)
  /** Where the data begins: an empty beginning would look as if nothing worked. */
  let begin = first.from
  const playing = ref(false)
  const speed = ref(10)
  const presence = shallowRef<readonly number[]>([])
  const problem = ref<string | null>(null)
  /** Pieces under way; the clock waits for the one that is shown. */
  const pieces = new Map<number, 'reading' | 'here'>()
  const waiting = ref(false)
  const leaving = new AbortController()
  let history: History = newHistory()

  function onMoment(): void {
    tell(at.value, history.positionsAt(at.value))
  }

  function newHistory(): History {
    return createHistory(floor.buildingId, () => pieceAt(span.value, at.value).everySeconds)
  }

  async function show(next: Span): Promise<void> {
    span.value = next
    begin = next.from
    at.value = begin
    playing.value = false
    pieces.clear()
    history = newHistory()
    presence.value = []
    onMoment()
    try {
      const query = { floorId: floor.floorId, ...times(next), parts: bars }
      const { transmitters } = await call(positions.presence, { query }, leaving.signal)
      if (span.value !== next) return
      presence.value = transmitters
      problem.value = null
      begin = dataBegin(next, transmitters)
      at.value = begin
    } catch (error) {
      if (!leaving.signal.aborted) problem.value = sentenceFor(error)
    }
    await need(at.value)
  }

  async function need(moment: number): Promise<void> {
    const piece = pieceAt(span.value, moment)
    if (pieces.has(piece.from)) return
    pieces.set(piece.from, 'reading')
    const wanted = history
    try {
      const reply = await read(piece)
      if (history !== wanted) return
      history.add(reply)
      pieces.set(piece.from, 'here')
      problem.value = null
      onMoment()
    } catch (error) {
      pieces.delete(piece.from)
      if (leaving.signal.aborted) return
      problem.value = sentenceFor(error)
      playing.value = false
    }
  }

  /** A floor too busy for one answer is read less finely. */
  async function read(piece: Piece) {
    for (let everySeconds = piece.everySeconds; ; everySeconds = Math.min(3600, everySeconds * 4)) {
      const query = { floorId: floor.floorId, ...times(piece), everySeconds, limit: 10_000 }
      const reply = await call(positions.history, { query }, leaving.signal)
      if (!reply.truncated || everySeconds === 3600) return reply
    }
  }

  useIntervalFn(() => {
    const { from } = pieceAt(span.value, at.value)
    waiting.value = pieces.get(from) === 'reading'
    if (!playing.value || waiting.value) return
    at.value = Math.min(span.value.to, at.value + tickMs * speed.value)
    if (at.value >= span.value.to) playing.value = false
    void need(Math.min(span.value.to - 1, at.value + aheadMs * speed.value))
  }, tickMs)
  watch(at, (moment) => {
    void need(moment)
    onMoment()
  })
  // A paused picture keeps its age: what is faded then stays as faded.
  useIntervalFn(onMoment, 1_000)
  onScopeDispose(() => leaving.abort())

  void show(first)
  const atEnd = computed(() => at.value >= span.value.to)
  function toggle(): void {
    if (atEnd.value) at.value = begin
    playing.value = !playing.value
  }
  return { span, at, playing, speed, presence, problem, waiting, show, toggle }
}

function times({ from, to }: Span) {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}
