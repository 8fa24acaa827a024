// Push notifications: with which key a browser subscribes, and which browsers are told (rules 9). They are sent in notify/push-outbox.ts.
import type { push } from '@rollcall/contracts/domains/push'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Context } from '../../http/context.ts'
import { found, refuseField } from '../../http/refusal.ts'
import { isPushService } from '../../notify/push-sender.ts'
import { resource } from '../resource.ts'
import { findSubscription, putSubscription } from './push-subscription-queries.ts'

type Needs = { readonly pushKey: () => Promise<string>; readonly pushServices: readonly string[] }

const { remove } = resource({
  table: 'pushSubscriptions',
  // Nobody finds those of others.
  find: (db, id, { user }) => findSubscription(db, id, user.id),
})

export function pushHandlers({ pushKey, pushServices }: Needs): Handlers<typeof push, Context> {
  return {
    key: async () => ({ publicKey: await pushKey() }),
    subscribe: ({ body: { endpoint, keys }, context }) => {
      if (!isPushService(endpoint, pushServices)) refuseField('endpoint', 'push_service')
      return context.change(async (tx) => {
        const id = await putSubscription(tx, { userId: context.user.id, endpoint, ...keys })
        const after = found(await findSubscription(tx, id, context.user.id))
        return { reply: after, record: { entityId: id, after } }
      })
    },
    unsubscribe: remove,
  }
}
