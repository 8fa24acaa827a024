import { afterEach, expect, it } from 'vitest'
import type { FloorContext } from '@rollcall/contracts/domains/context'
import { forgetDraft, keptDraft } from './kept-draft.ts'
import { useDraft } from './use-draft.ts'

afterEach(forgetDraft)

const floor = (id: string) =>
  ({ floor: { id }, zones: [], receivers: [], walls: { walls: [], updatedAt: null } }) as unknown as FloorContext
const wall = {
  id: 'w1',
  points: [
    { x: 0, y: 0 },
    { x: 9, y: 0 },
  ],
  doors: [],
}

it('takes up the draft of the same floor, with its steps, until the editor is closed', () => {
  const first = useDraft(floor('a'))
  first.change({ ...first.draft.value, walls: [wall] })
  const again = useDraft(floor('a'))
  expect(again.draft.value.walls).toEqual([wall])
  expect(again.count.value).toBe(1)
  again.undo()
  expect(again.draft.value.walls).toEqual([])
  expect(keptDraft('a'), 'nothing to lose').toBeNull()
  again.redo()
  expect(useDraft(floor('b')).draft.value.walls, 'another floor').toEqual([])
  expect(keptDraft('a')).not.toBeNull()
  forgetDraft()
  expect(useDraft(floor('a')).draft.value.walls).toEqual([])
})
