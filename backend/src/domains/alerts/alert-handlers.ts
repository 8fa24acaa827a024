// Alerts (docs/decisions/0010): each caller sees the kinds that tell what they may read anyway.
import { AlertKind, alertKinds, maxSnoozeHours, type alerts } from '@rollcall/contracts/domains/alerts'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { DatabaseTransaction } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { refuseField } from '../../http/refusal.ts'
import { listNotifications } from '../emergency/timeline-queries.ts'
import { acknowledge, listAlerts, snooze } from './alert-queries.ts'
import type { AnnounceAlerts } from './alert-watch.ts'

export function alertHandlers(announceAlerts: AnnounceAlerts): Handlers<typeof alerts, Context> {
  return {
    list: ({ query, context }) => listAlerts(context.db, kindsOf(context), query),
    notifications: ({ query, context }) => listNotifications(context.db, null, query),
    acknowledge: async ({ body: { ids }, context }) => {
      const name = context.user.displayName
      const changed = await changeSome(context, (tx) => acknowledge(tx, ids, kindsOf(context), name))
      return answer(ids, changed, 'It is not open (any more).')
    },
    snooze: async ({ body: { ids, until }, context }) => {
      const ahead = until === null ? 1 : Date.parse(until) - Date.now()
      if (ahead <= 0 || ahead > maxSnoozeHours * 3_600_000) {
        refuseField('until', `In the future, ${maxSnoozeHours / 24} days at most`)
      }
      const name = context.user.displayName
      const changed = await changeSome(context, (tx) => snooze(tx, ids, kindsOf(context), name, until))
      return answer(ids, changed, 'It is not open (any more), or it is an emergency, which cannot be put off.')
    },
  }

  async function changeSome<T extends { id: string }>(
    context: Context,
    change: (tx: DatabaseTransaction) => Promise<T[]>,
  ): Promise<ReadonlySet<string>> {
    const changed = await context.change(async (tx) => {
      const rows = await change(tx)
      const record = rows.map(({ id, ...after }) => ({ entityId: id, after }))
      return { reply: new Set(rows.map(({ id }) => id)), record }
    })
    if (changed.size > 0) announceAlerts(0)
    return changed
  }
}

function answer(ids: readonly string[], changed: ReadonlySet<string>, reason: string) {
  const others = ids.filter((id) => !changed.has(id))
  return { updated: changed.size, failed: others.map((id) => ({ id, reason })) }
}

function kindsOf(context: Context): AlertKind[] {
  return AlertKind.options.filter((kind) => context.may(alertKinds[kind].access))
}
