// Channels that a client names when it connects, so that it is subscribed at once: those that it could enter by itself. Clients that
// cannot send commands have no other way. Called by `connect.ts`.
import { findChannel, hasAllowedName, isChannelName } from '../channels/channel-name.ts'
import type { GrantedChannel } from '../authentication/authentication.ts'
import { isObject } from '../protocol/raw-json.ts'
import { backendFor, maySubscribe } from './permissions.ts'
import type { Session } from './session.ts'

/** Null when one is of no namespace. With the product's own rules for tokens nothing is given this way. */
export function askedChannels(session: Session, subs: unknown): Map<string, GrantedChannel> | null {
  const channels = new Map<string, GrantedChannel>()
  const { authentication, namespaces } = session.context
  if (!isObject(subs) || authentication.subscription === null) return channels
  for (const channel of Object.keys(subs)) {
    const resolved = findChannel(channel, namespaces)
    if (!resolved) return null
    const isOpen = isChannelName(channel) && hasAllowedName(channel, resolved) && !resolved.rules.map
    if (isOpen && !backendFor(channel, resolved) && maySubscribe(session, channel, resolved)) channels.set(channel, {})
  }
  return channels
}
