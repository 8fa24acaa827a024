// Activity of the last 24 hours (spec 4.2 Activity).
import type { activity } from '@rollcall/contracts/domains/activity'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Context } from '../../http/context.ts'
import type { Database } from '../../database/schema.ts'
import { cacheAnswer } from '../../cached-answer.ts'
import { countActivity, listActivity } from './activity-queries.ts'

/** A day has hundreds of thousands of entries: how many is counted at most once in `cacheMs`, unless only some are asked for. */
export function activityHandlers(db: Database, cacheMs: number): Handlers<typeof activity, Context> {
  const total = cacheAnswer(cacheMs, () => countActivity(db))
  const totalFor = (context: Context) => (context.buildingIds === null ? total.read() : countActivity(context.db))
  return { list: ({ query, context }) => listActivity(context.db, query, () => totalFor(context)) }
}
