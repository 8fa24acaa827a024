// How far a floor is with what badges at rest tell, and working out a calibration from it: that goes on when the page is left, and is
// asked for often while it does (RestsPanel.vue).
import { floors } from '@rollcall/contracts/domains/floors'
import type { CalibrationProposal, FloorRests } from '@rollcall/contracts/domains/floors'
import { walls } from '@rollcall/contracts/domains/walls'
import { computed, ref, watch } from 'vue'
import { call } from '../../api/call.ts'
import { noteWords } from '../../api/notes/note-words.ts'
import { ProblemError, sentenceFor } from '../../api/problem-error.ts'
import { useReread, useRow } from '../../api/use-row.ts'
import type { RowReading } from '../../api/use-row.ts'

const pollMs = { working: 2000, idle: 30_000 } as const

/** `finished`: a proposal that was waited for is there. */
export function useRests(floorId: string, finished: (proposal: CalibrationProposal) => void) {
  const params = { floorId }
  const reread = useReread()
  const reading: RowReading<FloorRests> = useRow(
    floors.rests,
    { params },
    {
      pollMs: pollMs.working,
      pollsWhen: () => isWorking.value || Date.now() - (reading.readAt.value ?? 0) >= pollMs.idle,
    },
  )
  const drawn = useRow(walls.read, { params }, { pollMs: pollMs.idle })
  const isWorking = computed(() => (reading.data.value?.workingSince ?? null) !== null)
  const refusal = ref<string | null>(null)
  const busy = ref(false)

  watch(isWorking, (now, before) => {
    const proposal = reading.data.value?.proposal ?? null
    if (before && !now && proposal) finished(proposal)
  })
  /** Asking twice begins it once. */
  async function begin(): Promise<void> {
    if (busy.value) return
    busy.value = true
    refusal.value = null
    try {
      await call(floors.learnFromRests, { params, body: {} })
    } catch (error) {
      const issue = error instanceof ProblemError ? error.issues[0] : undefined
      refusal.value = issue ? noteWords(issue) : sentenceFor(error)
    } finally {
      await reread(floors.rests)
      busy.value = false
    }
  }
  const hasNoWalls = computed(() => drawn.data.value?.walls.length === 0)
  return { rests: reading.data, problem: reading.problem, refusal, isWorking, busy, hasNoWalls, begin }
}
