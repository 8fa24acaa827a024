// Measuring a floor, proposing a calibration, putting it into use or returning to the one before (Calibration.vue).
import { useToast } from '@nuxt/ui/composables/useToast'
import { floors } from '@rollcall/contracts/domains/floors'
import type { CalibrationProposal } from '@rollcall/contracts/domains/floors'
import { ref, shallowRef } from 'vue'
import { call } from '../../api/call.ts'
import { noteWords } from '../../api/notes/note-words.ts'
import { ProblemError, sentenceFor } from '../../api/problem-error.ts'
import { confirmFirst } from '../../ui/dialog/open-dialog.ts'
import { pointSentence } from './reference-points.ts'
import type { ReferencePoint } from './reference-points.ts'
import { t } from './texts.ts'

/** `changedAt` of the floor as the page shows it. */
export function useCalibration(floorId: string, changedAt: () => string, refresh: () => Promise<unknown>) {
  const toast = useToast()
  const params = { floorId }
  const mode = ref<CalibrationProposal['mode'] | null>(null)
  const points = shallowRef<readonly ReferencePoint[]>([])
  const proposal = shallowRef<CalibrationProposal | null>(null)
  const refusal = ref<string | null>(null)
  const busy = ref(false)

  async function attempt(work: () => Promise<void>): Promise<void> {
    busy.value = true
    refusal.value = null
    try {
      await work()
    } catch (error) {
      const issue = error instanceof ProblemError ? error.issues[0] : undefined
      refusal.value = issue ? pointSentence(issue.path, noteWords(issue)) : sentenceFor(error)
    } finally {
      busy.value = false
    }
  }
  function propose(way: 'auto' | 'points'): Promise<void> {
    mode.value = way
    const body = way === 'auto' ? ({ mode: way } as const) : { mode: way, points: [...points.value] }
    return attempt(async () => void (proposal.value = await call(floors.calibrate, { params, body })))
  }
  /** One that was worked out before. */
  function show(found: CalibrationProposal): void {
    mode.value = found.mode
    proposal.value = found
  }
  function accept(force: boolean): Promise<void> {
    const body = { version: proposal.value?.version ?? 0, force }
    return attempt(async () => {
      await call(floors.acceptCalibration, { params, body, unchangedSince: changedAt() })
      toast.add({ title: t('accepted'), color: 'success' })
      restart()
      await refresh()
    })
  }
  function rollBack(): void {
    confirmFirst({
      title: t('returnTitle'),
      description: t('returnDetail'),
      verb: t('returnVerb'),
      submit: async () => {
        await call(floors.rollbackCalibration, { params, body: {}, unchangedSince: changedAt() }).catch(saySo)
        toast.add({ title: t('beforeInUse'), color: 'success' })
        await refresh()
      },
    })
  }
  /** What was walked for is kept: a point that fits badly can be measured again. */
  function discard(): void {
    proposal.value = null
    refusal.value = null
    if (mode.value !== 'points') mode.value = null
  }
  function restart(): void {
    discard()
    points.value = []
    mode.value = null
  }
  return { mode, points, proposal, refusal, busy, propose, show, accept, rollBack, discard, restart }
}

function saySo(error: unknown): never {
  if (!(error instanceof ProblemError) || error.code !== 'conflict') throw error
  throw new ProblemError({ ...error, message: t('noneBefore') })
}
