// From a channel's name to its rules (spec 6.1): `<namespace>:<rest>`; a bare name falls into the default namespace, which
// allows nothing. Called by every command and API method that names a channel.
import { nothingAllowed, type ChannelRules, type Namespaces } from './channel-rules.ts'

/** Bytes. */
const maximumLength = 255

/** A leading `$` marks a channel that needs a subscription token. */
const privatePrefix = '$'

/** `rest`: what follows the namespace. */
export type ResolvedChannel = { rest: string; rules: ChannelRules; isPrivate: boolean }

/** Whether it may be a name at all; which characters it may have is its namespace's matter. */
export function isChannelName(name: unknown): name is string {
  if (typeof name !== 'string' || name.length === 0 || name.length > maximumLength) return false
  return isAscii(name) || (!/\p{Surrogate}/u.test(name) && Buffer.byteLength(name) <= maximumLength)
}

const isAscii = (name: string) => /^[\x20-\x7e]+$/.test(name)

/** Printable ASCII, unless the namespace has a pattern for its names. */
export function hasAllowedName(name: string, { rest, rules }: ResolvedChannel): boolean {
  return rules.namePattern ? rules.namePattern.test(rest) : isAscii(name)
}

/** For labels of figures: only names that are configured, the empty one for all others. */
export function namespaceLabel(channel: unknown, namespaces: Namespaces): string {
  if (typeof channel !== 'string') return ''
  const namespace = channel.slice(channel.startsWith(privatePrefix) ? 1 : 0, Math.max(0, channel.indexOf(':')))
  // The configured text, not a part cut out of the channel's: a cut keeps the whole alive.
  return namespaces.get(namespace)?.namespace ?? ''
}

/** Undefined when the namespace is not configured. */
export function findChannel(name: string, namespaces: Namespaces): ResolvedChannel | undefined {
  const isPrivate = name.startsWith(privatePrefix)
  const start = isPrivate ? 1 : 0
  const colon = name.indexOf(':', start)
  // A colon at the beginning makes no namespace.
  if (colon <= start) {
    return {
      rest: name.slice(colon === -1 ? start : colon + 1),
      rules: namespaces.get('') ?? nothingAllowed,
      isPrivate,
    }
  }
  const rules = namespaces.get(name.slice(start, colon))
  return rules && { rest: name.slice(colon + 1), rules, isPrivate }
}
