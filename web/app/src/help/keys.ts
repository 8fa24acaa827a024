// The keyboard, as the help lists it; where each key works.

export type KeyLine = { readonly keys: readonly string[]; readonly says: string }

export const keysEverywhere: readonly KeyLine[] = [
  { keys: ['ctrl', 'k'], says: 'Search over everything' },
  { keys: ['?'], says: 'This help' },
  { keys: ['Tab'], says: 'Next button, field or link; with Shift the one before' },
  { keys: ['Escape'], says: 'Close what is open, or let go of what is chosen' },
]

/** By the name of the page. */
export const keysOfPages: Readonly<Record<string, readonly KeyLine[]>> = {
  'floor-plan': [
    { keys: ['/'], says: 'Find a person or asset on this floor' },
    { keys: ['←', '↑', '↓', '→'], says: 'Move the plan, when it has the focus' },
    { keys: ['+', '−'], says: 'Nearer and farther' },
    { keys: ['Enter'], says: 'Measure and Edit: set a point in the middle of the plan' },
    { keys: ['Backspace'], says: 'Measure: take the last point back' },
    { keys: ['ctrl', 'z'], says: 'Edit: undo; with Shift, or Ctrl and Y: redo' },
  ],
}
