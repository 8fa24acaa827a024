// The draft of a floor while its page is made anew in another layout (a window made narrow, a tablet turned): nobody loses work by that.
// Forgotten as soon as the editor is closed.
import type { UndoSteps } from '../../ui/undo-steps.ts'
import type { Draft } from './edit-draft.ts'

type Kept = { readonly floorId: string; readonly stored: Draft; readonly steps: UndoSteps<Draft> }
let kept: Kept | null = null

/** `unsaved`: whether there is anything to lose. */
export function keepDraft(draft: Kept, unsaved: boolean): void {
  kept = unsaved ? draft : null
}

export function keptDraft(floorId: string): Kept | null {
  return kept?.floorId === floorId ? kept : null
}

export function forgetDraft(): void {
  kept = null
}
