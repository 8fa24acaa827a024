// Who goes first on a machine that is full (docs/decisions/0077-the-backend-goes-first-on-its-machine.md). On Linux a priority is a
// thread's own: threads that collect garbage or compress stay where they are. Called by main.ts and heavy-worker.ts.
import { setPriority } from 'node:os'

/** The thread that finds everybody and answers everything, where the system lets it: `LimitNICE` of its unit, or root. */
export const goFirst = () => askFor(-5)

/** Whoever works for minutes. */
export const giveWay = () => askFor(5)

/** Refused, it takes its turn as before: also who was started behind that, and may not come forward. */
function askFor(priority: number): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(priority)
  } catch {
    // Nothing depends on it.
  }
}
