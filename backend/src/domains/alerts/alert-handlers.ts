// Alerts (docs/decisions/0010): each caller sees the kinds that tell what they may read anyway.
import { AlertKind, alertKinds, type alerts } from '@rollcall/contracts/domains/alerts'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Context } from '../../http/context.ts'
import { listNotifications } from '../emergency/timeline-queries.ts'
import { acknowledge, listAlerts } from './alert-queries.ts'
import type { AnnounceAlerts } from './alert-watch.ts'

export function alertHandlers(announceAlerts: AnnounceAlerts): Handlers<typeof alerts, Context> {
  return {
    list: ({ query, context }) => listAlerts(context.db, kindsOf(context), query),
    notifications: ({ query, context }) => listNotifications(context.db, null, query),
    async acknowledge({ body, context }) {
      const changed = await context.change(async (tx) => {
        const rows = await acknowledge(tx, body.ids, kindsOf(context), context.user.displayName)
        const record = rows.map(({ id, ...after }) => {
          return { entityId: id, after }
        })
        return { reply: new Set(rows.map(({ id }) => id)), record }
      })
      if (changed.size > 0) announceAlerts(0)
      const others = body.ids.filter((id) => !changed.has(id))
      return { updated: changed.size, failed: others.map((id) => ({ id, reason: 'It is not open (any more).' })) }
    },
  }
}

function kindsOf(context: Context): AlertKind[] {
  return AlertKind.options.filter((kind) => context.may(alertKinds[kind].access))
}
