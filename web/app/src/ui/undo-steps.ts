// Steps that can be taken back and done again. For drafts: of a floor, of a placement of receivers.

/** More steps than anybody takes back. */
const mostSteps = 200

export type UndoSteps<T> = {
  readonly past: readonly T[]
  readonly now: T
  readonly future: readonly T[]
}

export function step<T>({ past, now }: UndoSteps<T>, next: T): UndoSteps<T> {
  return { past: [...past, now].slice(-mostSteps), now: next, future: [] }
}

export function undo<T>(steps: UndoSteps<T>): UndoSteps<T> {
  const before = steps.past.at(-1)
  return before === undefined
    ? steps
    : { past: steps.past.slice(0, -1), now: before, future: [steps.now, ...steps.future] }
}

export function redo<T>(steps: UndoSteps<T>): UndoSteps<T> {
  const [next, ...future] = steps.future
  return next === undefined ? steps : { past: [...steps.past, steps.now], now: next, future }
}
