// workInPlace(): heavy work without a thread, for tests, which run from sources; heavy-work.test.ts tries the thread itself.
import type { Database } from '../src/database/schema.ts'
import { runJob } from '../src/heavy-jobs.ts'
import type { HeavyWork } from '../src/heavy/heavy-work.ts'

export function workInPlace(db: Database): HeavyWork {
  return {
    // What goes to a thread and comes back is copied; here too, so that a test sees what cannot be.
    run: async <I, O>(name: Parameters<typeof runJob>[0], input: I) =>
      structuredClone(await runJob(name, structuredClone(input), db)) as O,
    stop: async () => undefined,
  }
}
