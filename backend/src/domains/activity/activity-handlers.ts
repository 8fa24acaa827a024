// Activity of the last 24 hours (spec 4.2 Activity).
import type { activity } from '@rollcall/contracts/domains/activity'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Context } from '../../http/context.ts'
import { listActivity } from './activity-queries.ts'

export const activityHandlers: Handlers<typeof activity, Context> = {
  list: ({ query, context }) => listActivity(context.db, query),
}
