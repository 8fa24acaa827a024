// The past of a floor, played back: which span, which moment, at which speed, and everyone's place then. Read in pieces
// around the moment that is shown (spec 4.2 Positions). Used by the floor plan while its playback bar is open.
import { positions } from '@rollcall/contracts/domains/positions'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { useIntervalFn } from '@vueuse/core'
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import { call } from '../../api/call.ts'
import { sentenceFor } from '../../api/problem-error.ts'
import { dataBegin, pieceAt, piecesFor } from './history-span.ts'
import type { Piece, Span } from './history-span.ts'
import { createHistory } from './history-track.ts'
import type { History } from './history-track.ts'

const tickMs = 100
/** Parts of the bar that shows when there is data. */
const bars = 120
/** Real time until the next piece is read ahead, so that fast playback does not stutter. */
const aheadMs = 3_000

export type PlaybackFloor = {
  readonly floorId: string
  readonly buildingId: string
  /** Where the first span begins to play; null: where its data begins. */
  readonly start: number | null
}

export type OnMoment = (at: number, positions: ReadonlyMap<string, PositionEntry>) => void

export function usePlayback(floor: PlaybackFloor, first: Span, onMoment: OnMoment) {
  const span = shallowRef(first)
  const at = ref(first.from)
  /** Where the data begins: an empty beginning would look as if nothing worked. */
  let begin = first.from
  const playing = ref(false)
  const speed = ref(10)
  const presence = shallowRef<readonly number[]>([])
  const problem = ref<string | null>(null)
  const waiting = ref(false)
  const leaving = new AbortController()
  const pieces = createPieces(floor, leaving.signal, {
    span: () => span.value,
    onRead: () => {
      problem.value = null
      showMoment()
    },
    onProblem: (sentence) => {
      problem.value = sentence
      playing.value = false
    },
  })

  function showMoment(): void {
    onMoment(at.value, pieces.positionsAt(at.value))
  }

  async function show(next: Span): Promise<void> {
    span.value = next
    begin = next.from
    at.value = begin
    playing.value = false
    pieces.clear()
    presence.value = []
    showMoment()
    try {
      const query = { floorId: floor.floorId, ...times(next), parts: bars }
      const { transmitters } = await call(positions.presence, { query }, leaving.signal)
      if (span.value !== next) return
      presence.value = transmitters
      problem.value = null
      begin = next === first ? (floor.start ?? dataBegin(next, transmitters)) : dataBegin(next, transmitters)
      at.value = begin
    } catch (error) {
      if (!leaving.signal.aborted) problem.value = sentenceFor(error)
    }
    await pieces.need(at.value)
  }

  useIntervalFn(() => {
    waiting.value = pieces.isReading(at.value)
    if (!playing.value || waiting.value) return
    at.value = Math.min(span.value.to, at.value + tickMs * speed.value)
    if (at.value >= span.value.to) playing.value = false
    void pieces.need(Math.min(span.value.to - 1, at.value + aheadMs * speed.value))
  }, tickMs)
  watch(at, (moment) => {
    void pieces.need(moment)
    showMoment()
  })
  // A paused picture keeps its age: what is faded then stays as faded.
  useIntervalFn(showMoment, 1_000)
  onScopeDispose(() => leaving.abort())

  void show(first)
  const atEnd = computed(() => at.value >= span.value.to)
  function toggle(): void {
    if (atEnd.value) at.value = begin
    playing.value = !playing.value
  }
  return { span, at, playing, speed, presence, problem, waiting, show, toggle }
}

type PieceOptions = {
  readonly span: () => Span
  readonly onRead: () => void
  readonly onProblem: (sentence: string) => void
}

/** The past in pieces, each read once; the clock waits for the one that is on screen. */
function createPieces(floor: PlaybackFloor, leaving: AbortSignal, { span, onRead, onProblem }: PieceOptions) {
  const states = new Map<number, 'reading' | 'here'>()
  let everySeconds = 1
  const newHistory = () => createHistory(floor.buildingId, () => everySeconds)
  let history: History = newHistory()

  async function need(moment: number): Promise<void> {
    await Promise.all(piecesFor(span(), moment).map(readOnce))
  }
  async function readOnce(piece: Piece): Promise<void> {
    if (states.has(piece.from)) return
    states.set(piece.from, 'reading')
    const asked = history
    try {
      const reply = await readPiece(floor.floorId, piece, leaving)
      if (history !== asked) return
      history.add(reply)
      states.set(piece.from, 'here')
      onRead()
    } catch (error) {
      states.delete(piece.from)
      if (!leaving.aborted) onProblem(sentenceFor(error))
    }
  }
  return {
    need,
    clear: () => {
      states.clear()
      history = newHistory()
    },
    isReading: (moment: number) => states.get(pieceAt(span(), moment).from) === 'reading',
    positionsAt: (moment: number) => {
      everySeconds = pieceAt(span(), moment).everySeconds
      return history.positionsAt(moment)
    },
  }
}

/** A floor too busy for one answer is read less finely. */
async function readPiece(floorId: string, piece: Piece, signal: AbortSignal) {
  for (let everySeconds = piece.everySeconds; ; everySeconds = Math.min(3600, everySeconds * 4)) {
    const query = { floorId, ...times(piece), everySeconds, limit: 10_000 }
    const reply = await call(positions.history, { query }, signal)
    if (!reply.truncated || everySeconds === 3600) return reply
  }
}

function times({ from, to }: Span) {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}
