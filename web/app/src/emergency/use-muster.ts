// The board's view of one emergency: the feed beside this file, bound to the address of the page, the API and the relay.
import { eventChannel } from '@rollcall/contracts/channels'
import { muster } from '@rollcall/contracts/domains/muster'
import { onScopeDispose } from 'vue'
import { call } from '../api/call.ts'
import { useLive } from '../realtime/live-store.ts'
import { createMusterFeed } from './muster-feed.ts'

export function useMuster(eventId: string) {
  const feed = createMusterFeed({
    read: (signal) => call(muster.read, { query: { eventId } }, signal),
    account: (personId, status) => call(muster.account, { params: { id: eventId }, body: { personId, status } }),
  })
  const unsubscribe = useLive().subscribe(eventChannel(eventId), () => void feed.refresh())
  onScopeDispose(() => {
    unsubscribe()
    feed.stop()
  })
  return feed
}
