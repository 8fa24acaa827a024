// Alerts (docs/decisions/0010): each caller sees the kinds that tell what they may read anyway.
import { AlertKind, alertKinds, maxSnoozeHours, type alerts } from '@rollcall/contracts/domains/alerts'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { DatabaseTransaction } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { found, refuseField } from '../../http/refusal.ts'
import { listNotifications } from '../emergency/timeline-queries.ts'
import { keeps } from './alert-message.ts'
import { acknowledge, assign, listAlerts, presentAlerts, snooze } from './alert-queries.ts'
import type { AnnounceAlerts, TellAssigned } from './alert-watch.ts'
import { listRecipients } from './watch-queries.ts'

type Needs = {
  readonly announceAlerts: AnnounceAlerts
  readonly tellAssigned: TellAssigned
  readonly wakeOutbox: () => void
}

/** Nobody chooses from a longer list. */
const mostAssignees = 500

export function alertHandlers({ announceAlerts, tellAssigned, wakeOutbox }: Needs): Handlers<typeof alerts, Context> {
  return {
    list: ({ query, context }) => listAlerts(context.db, kindsOf(context), context.user.id, query),
    notifications: ({ query, context }) => listNotifications(context.db, null, query),
    acknowledge: async ({ body: { ids }, context }) => {
      const name = context.user.displayName
      const changed = await changeSome(context, (tx) => acknowledge(tx, ids, kindsOf(context), name))
      if (changed.size > 0) announceAlerts(0)
      return answer(ids, changed, 'It is not open (any more).')
    },
    snooze: async ({ body: { ids, until }, context }) => {
      const ahead = until === null ? 1 : Date.parse(until) - Date.now()
      if (ahead <= 0 || ahead > maxSnoozeHours * 3_600_000) {
        refuseField('until', 'snooze_until', { days: maxSnoozeHours / 24 })
      }
      const name = context.user.displayName
      const changed = await changeSome(context, (tx) => snooze(tx, ids, kindsOf(context), name, until))
      if (changed.size > 0) announceAlerts(0)
      return answer(ids, changed, 'It is not open (any more), or it is an emergency, which cannot be put off.')
    },
    assignees: async ({ params: { id }, context }) => {
      const alert = found((await presentAlerts(context.own, [id], kindsOf(context)))[0])
      const accounts = await listRecipients(context.db, [alert], mostAssignees)
      return accounts
        .filter((account) => keeps(account, alert))
        .map((account) => ({ id: account.id, displayName: account.displayName }))
    },
    assign: async ({ body: { ids, userId }, context }) => {
      const { id: me, displayName: by } = context.user
      const seen = await presentAlerts(context.own, ids, kindsOf(context))
      let told: string[] = []
      const changed = await changeSome(context, async (tx) => {
        told = []
        const [to] = userId === null ? [] : await listRecipients(tx, seen, 1, userId)
        if (userId !== null && !to) refuseField('userId', 'no_such_account')
        const theirs = to ? seen.filter((alert) => keeps(to, alert)) : seen
        const rows = await assign(tx, idsOf(theirs), to ?? null, by)
        if (to && to.id !== me && rows.length > 0 && (await tellAssigned(tx, to, rows, by))) told = [to.id]
        return rows
      })
      if (changed.size > 0) announceAlerts(0, told)
      wakeOutbox()
      return answer(ids, changed, 'It is over, it is theirs already, or that account may not see it.')
    },
  }
}

async function changeSome<T extends { id: string }>(
  context: Context,
  change: (tx: DatabaseTransaction) => Promise<T[]>,
): Promise<ReadonlySet<string>> {
  return context.change(async (tx) => {
    const rows = await change(tx)
    const record = rows.map(({ id, ...after }) => ({ entityId: id, after }))
    return { reply: new Set(idsOf(rows)), record }
  })
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

function answer(ids: readonly string[], changed: ReadonlySet<string>, reason: string) {
  const others = ids.filter((id) => !changed.has(id))
  return { updated: changed.size, failed: others.map((id) => ({ id, reason })) }
}

/** The kinds that tell what the caller may read anyway. */
export function kindsOf(context: Pick<Context, 'may'>): AlertKind[] {
  return AlertKind.options.filter((kind) => context.may(alertKinds[kind].access))
}
