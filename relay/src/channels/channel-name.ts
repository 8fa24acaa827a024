// From a channel's name to its rules (spec 6.1): `<namespace>:<rest>`; a bare name falls into the default namespace, which
// allows nothing. Called by every command and API method that names a channel.
import { nothingAllowed, type ChannelRules, type Namespaces } from './channel-rules.ts'

/** Bytes; names are ASCII, so characters as well. */
const maximumLength = 255

/** A leading `$` marks a channel that needs a subscription token. */
const privatePrefix = '$'

export type ChannelPlace = { namespace: string; rules: ChannelRules; isPrivate: boolean }

export function isChannelName(name: unknown): name is string {
  return typeof name === 'string' && name.length > 0 && name.length <= maximumLength && /^[\x20-\x7e]+$/.test(name)
}

/** For labels of figures: only names that are configured, the empty one for all others. */
export function namespaceLabel(channel: unknown, namespaces: Namespaces): string {
  if (typeof channel !== 'string') return ''
  const namespace = channel.slice(channel.startsWith(privatePrefix) ? 1 : 0, Math.max(0, channel.indexOf(':')))
  return namespaces.has(namespace) ? namespace : ''
}

/** Undefined when the namespace is not configured. */
export function findChannel(name: string, namespaces: Namespaces): ChannelPlace | undefined {
  const isPrivate = name.startsWith(privatePrefix)
  const start = isPrivate ? 1 : 0
  const colon = name.indexOf(':', start)
  if (colon === -1) return { namespace: '', rules: namespaces.get('') ?? nothingAllowed, isPrivate }
  const namespace = name.slice(start, colon)
  const rules = namespace === '' ? undefined : namespaces.get(namespace)
  return rules && { namespace, rules, isPrivate }
}
