// Activity of the last 24 hours (spec 4.2 Activity).
import type { activity } from '@rollcall/contracts/domains/activity'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Context } from '../../http/context.ts'
import type { Database } from '../../database/schema.ts'
import { keepAnswer } from '../../kept-answer.ts'
import { countActivity, listActivity } from './activity-queries.ts'

/** A day has hundreds of thousands of entries: how many is counted at most once in `keptMs`, unless only some are asked for. */
export function activityHandlers(db: Database, keptMs: number): Handlers<typeof activity, Context> {
  const total = keepAnswer(keptMs, () => countActivity(db))
  return { list: ({ query, context }) => listActivity(context.db, query, total.read) }
}
