// The board's view of one emergency: the feed beside this file, bound to the address of the page, the API and the relay. It
// outlives the page: whoever returns sees at once what was known, and what waits for a connection is sent meanwhile.
import { eventChannel } from '@rollcall/contracts/channels'
import { muster } from '@rollcall/contracts/domains/muster'
import { effectScope, onScopeDispose, watch } from 'vue'
import { call } from '../../api/call.ts'
import { useChannel } from '../../realtime/use-channel.ts'
import { useSession } from '../../session/session-store.ts'
import { storedTaps } from './stored-taps.ts'
import { createMusterFeed } from './muster-feed.ts'
import type { MusterFeed } from './muster-feed.ts'

/** By emergency, of whoever is signed in: the one looked at last, and those with something left to send. */
const feeds = new Map<string, MusterFeed>()

export function useMuster(eventId: string): MusterFeed {
  const existing = feeds.get(eventId)
  existing?.resume()
  const feed = existing ?? open(eventId)
  useChannel(eventChannel(eventId), () => feed.refresh())
  onScopeDispose(() => feed.stop())
  return feed
}

function open(eventId: string): MusterFeed {
  const session = useSession()
  for (const [id, other] of feeds) if (other.pending.size === 0) feeds.delete(id)
  const feed = createMusterFeed({
    read: (signal) => call(muster.read, { query: { eventId } }, signal),
    account: (personId, status, decidedAt) =>
      call(muster.account, { params: { id: eventId }, body: { personId, status, decidedAt } }),
    stored: storedTaps(localStorage, `${session.user?.userId ?? ''}.${eventId}`),
  })
  feeds.set(eventId, feed)
  // What one account tapped is never sent by another.
  const scope = effectScope(true)
  scope.run(() =>
    watch(
      () => session.user?.userId,
      () => {
        feed.end()
        feeds.delete(eventId)
        scope.stop()
      },
    ),
  )
  return feed
}
