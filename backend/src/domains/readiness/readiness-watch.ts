// Keeps the history of readiness and tells pages when a number changed. Housekeeping asks for it every few seconds; the answer itself
// is shared by all who look at the same moment.
import { readinessChannel, type ReadinessNotice } from '@rollcall/contracts/channels'
import type { Readiness } from '@rollcall/contracts/domains/readiness'
import { cacheAnswer, type CachedAnswer } from '../../cached-answer.ts'
import type { NotifySettings } from '../../config.ts'
import type { Database } from '../../database/schema.ts'
import type { Publisher } from '../../realtime/publisher.ts'
import { readReadiness } from './read-readiness.ts'
import { recordReadiness } from './readiness-history-queries.ts'

export type ReadinessWatch = {
  readonly readiness: CachedAnswer<Readiness>
  /** Writes what changed, and tells of it. */
  recordReadiness(): Promise<void>
}

type Options = {
  readonly db: Database
  readonly publisher: Publisher
  readonly notify: NotifySettings
  readonly cacheMs: number
}

export function createReadinessWatch({ db, publisher, notify, cacheMs }: Options): ReadinessWatch {
  const readiness = cacheAnswer(cacheMs, () => readReadiness(db, notify))
  return {
    readiness,
    async recordReadiness() {
      readiness.forget()
      if (!(await recordReadiness(db, await readiness.read()))) return
      const message: ReadinessNotice = { type: 'readiness', data: { at: new Date().toISOString() } }
      publisher.publish(readinessChannel, message)
    },
  }
}
