// workInPlace(): heavy work without a thread, for tests, which run from sources; heavy-work.test.ts tries the thread itself.
import type { Database } from '../src/database/schema.ts'
import type { HeavyWork } from '../src/heavy/heavy-work.ts'
import { jobs } from '../src/heavy/jobs.ts'

export function workInPlace(db: Database): HeavyWork {
  return {
    // What goes to a thread and comes back is copied; here too, so that a test sees what cannot be.
    run: async (name, input) => {
      const work = jobs[name] as (input: unknown, db: Database) => Promise<never>
      return structuredClone(await work(structuredClone(input), db))
    },
    stop: async () => undefined,
  }
}
