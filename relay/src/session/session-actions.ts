// What sessions do with commands and channels, given to them by the relay that starts: these files work on sessions, and sessions
// know them only by type.
import { runCommand } from './commands.ts'
import type { SessionActions } from './session.ts'
import { connectionExpired } from '../centrifugo/proxies/connection-proxies.ts'
import { subscriptionEnds } from '../centrifugo/proxies/channel-proxies.ts'
import { leaveAllChannels } from './subscription.ts'

export const sessionActions: SessionActions = {
  runCommand,
  endSubscription: subscriptionEnds,
  connectionExpired,
  leaveAllChannels,
}
