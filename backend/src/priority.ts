// Who goes first on a machine that is full (docs/decisions/0077-the-backend-goes-first-on-its-machine.md). On Linux a priority is a
// thread's own: threads that collect garbage or compress stay where they are. Called by main.ts and heavy-worker.ts.
import { setPriority } from 'node:os'

const isPerThread = process.platform === 'linux'

/** The thread that finds everybody and answers everything, where the system lets it: `LimitNICE` of its unit, or root. */
export function goFirst(): void {
  if (!isPerThread) return
  try {
    setPriority(-5)
  } catch {
    // It takes its turn like everybody else.
  }
}

/** Whoever works for minutes; everybody may. */
export function giveWay(): void {
  if (isPerThread) setPriority(5)
}
