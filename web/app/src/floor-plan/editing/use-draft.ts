// The draft of a floor in the editor: what is stored, what was done to it, and saving it.
import type { FloorContext } from '@rollcall/contracts/domains/context'
import { computed, ref, shallowRef, watch } from 'vue'
import { call } from '../../api/call.ts'
import { redo, step, undo } from '../../ui/undo-steps.ts'
import type { UndoSteps } from '../../ui/undo-steps.ts'
import { changesBetween, countOf, draftOf } from './edit-draft.ts'
import type { Draft } from './edit-draft.ts'
import { keepDraft, keptDraft } from './kept-draft.ts'
import { saveDraft } from './save-draft.ts'
import type { Refused } from './save-draft.ts'

export function useDraft(snapshot: FloorContext) {
  const kept = keptDraft(snapshot.floor.id)
  const stored = shallowRef(kept?.stored ?? draftOf(snapshot))
  const steps = shallowRef<UndoSteps<Draft>>(kept?.steps ?? { past: [], now: stored.value, future: [] })
  const refused = shallowRef<readonly Refused[]>([])
  const saving = ref(false)
  const draft = computed(() => steps.value.now)
  const changes = computed(() => changesBetween(stored.value, draft.value))
  const count = computed(() => countOf(changes.value))
  watch(
    [stored, steps],
    () => keepDraft({ floorId: snapshot.floor.id, stored: stored.value, steps: steps.value }, count.value > 0),
    { flush: 'sync' },
  )

  function change(next: Draft): void {
    if (next !== draft.value) steps.value = step(steps.value, next)
  }
  /** Typing in a field is one step, not one per letter. */
  function amend(next: Draft, sameAsLast: boolean): void {
    if (sameAsLast) steps.value = { ...steps.value, now: next, future: [] }
    else change(next)
  }

  /** Answers whether everything was saved. */
  async function save(): Promise<boolean> {
    if (saving.value) return false
    saving.value = true
    refused.value = await saveDraft(call, snapshot.floor.id, changes.value, (put, renamed) => {
      stored.value = put(stored.value)
      if (renamed) steps.value = { ...steps.value, now: withId(draft.value, renamed) }
    })
    saving.value = false
    if (refused.value.length > 0) return false
    // What was saved is the new beginning: taking back a step that others may have seen would only surprise.
    stored.value = { ...draft.value, wallsAt: stored.value.wallsAt, changedAt: stored.value.changedAt }
    steps.value = { past: [], now: stored.value, future: [] }
    return true
  }
  return {
    draft,
    steps,
    changes,
    count,
    refused,
    saving,
    change,
    amend,
    save,
    undo: () => (steps.value = undo(steps.value)),
    redo: () => (steps.value = redo(steps.value)),
  }
}

function withId(draft: Draft, { from, to }: { from: string; to: string }): Draft {
  return { ...draft, zones: draft.zones.map((zone) => (zone.id === from ? { ...zone, id: to, isNew: false } : zone)) }
}
