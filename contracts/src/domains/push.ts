// Push notifications on phones and computers when it rings: what a browser subscribes with (rules 9). One subscription is one browser of
// one account; whoever signs in there next takes it over.
import { z } from 'zod'
import { get, perMinute, post, remove } from '../endpoint.ts'
import { Stored } from '../list.ts'

const base64Url = (bytes: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}=*$`), 'not_of_a_browser')

/** As `PushSubscription.toJSON()` has it (RFC 8291): where to send, and the keys that only this browser can open. */
export const PushSubscribe = z.strictObject({
  endpoint: z.url().max(2000),
  keys: z.strictObject({ p256dh: base64Url(65), auth: base64Url(16) }),
})
export const PushSubscription = Stored.extend({
  /** The push service, which is the browser maker’s. */
  service: z.string(),
})

const audit = { resource: 'push_subscriptions' }
export const push = {
  key: get('/api/push', {
    access: 'emergency.account',
    /** Base64url of the key that signs our messages (RFC 8292). */
    reply: z.object({ publicKey: z.string() }),
    forLimited: 'checked',
    says: 'Read with which key a browser subscribes to push notifications',
  }),
  subscribe: post('/api/push/subscriptions', PushSubscribe, {
    access: 'emergency.account',
    reply: PushSubscription,
    status: 201,
    limit: perMinute(20),
    changes: [],
    audit,
    forLimited: 'checked',
    says: 'Have this browser told by push notification when an emergency or a drill begins',
  }),
  unsubscribe: remove('/api/push/subscriptions/{id}', {
    access: 'signed-in',
    reply: null,
    changes: [],
    audit,
    forLimited: 'checked',
    says: 'Have one of your browsers told no longer',
  }),
}
