// What the backend does when something was changed, here or by another backend: caches forget, watchers read again. Called by server.ts.
import type { Topic } from '@rollcall/contracts/topics'
import { atMostEvery } from './at-most-every.ts'
import type { createAccounts } from './auth/create-accounts.ts'
import type { Repeated } from './background/repeat.ts'
import type { CachedAnswers } from './cached-answer.ts'
import type { Changes } from './changes/changes.ts'
import type { Presence } from './domains/positions/presence.ts'
import type { Ingest } from './ingest/start-ingest.ts'
import type { Positions } from './positions.ts'

/** What positions, counts of who is on site and names on a board are made of. Who is accounted for is none of it: that comes by the
 * hundred when it matters that pages are quick. */
const siteTopics: readonly Topic[] = ['site', 'receivers', 'transmitters', 'people', 'assets', 'settings']

type Listening = {
  readonly accounts: ReturnType<typeof createAccounts>
  readonly presence: Presence
  readonly siteAnswers: CachedAnswers
  readonly positions: Pick<Positions, 'holdLeases' | 'readSite' | 'readPhoneKeys'>
  readonly ingest: Ingest
  readonly pushWork: Repeated
}

/** Caches forget at once, so that the next answer is right; what is read again is read twice a second at most. */
export function reactToChanges(changes: Changes, listening: Listening): void {
  const { accounts, presence, siteAnswers, positions, ingest, pushWork } = listening
  changes.on(['ownership'], () => void positions.holdLeases.run())
  // Also of the site: a building that is gone is gone from what an account may see.
  changes.on(['accounts', 'site'], () => accounts.lookup.forget())
  changes.on(['accounts'], accounts.revoked.forget)
  changes.on(siteTopics, presence.forget)
  changes.on(siteTopics, siteAnswers.forget)
  const readAgain = (topics: readonly Topic[], { run }: Repeated) => {
    const runSoon = atMostEvery(500, run)
    changes.on(topics, () => void runSoon())
  }
  readAgain(siteTopics, positions.readSite)
  readAgain(['transmitters', 'people'], positions.readPhoneKeys)
  readAgain(['receivers'], ingest.work)
  readAgain(['emergencies'], pushWork)
}
