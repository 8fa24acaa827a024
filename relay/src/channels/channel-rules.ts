// What a namespace allows and keeps, under the names of Centrifugo's options. Everything is off unless switched on.
import type { Proxy } from '../centrifugo/proxies/proxy.ts'
import type { MapRules } from '../map/map-rules.ts'

/** Who decides instead of the rules; null for nobody. */
export type ChannelProxies = { subscribe: Proxy | null; publish: Proxy | null; subRefresh: Proxy | null }

export const noChannelProxies: ChannelProxies = { subscribe: null, publish: null, subRefresh: null }

export type ChannelRules = {
  /** Its name; empty for channels without one. */
  namespace: string
  presence: boolean
  joinLeave: boolean
  /** Subscribers get join and leave without asking. */
  forcePushJoinLeave: boolean
  /** Publications kept; 0 keeps none. */
  historySize: number
  /** Milliseconds after the last publication. */
  historyTtl: number
  /** Milliseconds after its last use that a stream's position is remembered, so that its epoch stays true. */
  historyMetaTtl: number
  forcePositioning: boolean
  allowPositioning: boolean
  forceRecovery: boolean
  allowRecovery: boolean
  /** `cache`: a subscriber that fell behind gets only the newest publication. */
  recoveryMode: 'stream' | 'cache'
  /** With `cache`: the newest publication comes with every subscription, asked for or not. */
  autoCacheRecover: boolean
  /** What may be published: anything, bytes (the same), JSON, or JSON that is an object. */
  dataFormat: '' | 'binary' | 'json' | 'json_object'
  /** Subscribers may ask for patches against the publication before. */
  allowDelta: boolean
  allowTagsFilter: boolean
  /** A slow client gets the newest publication instead of a growing queue: only where each one is the whole picture. */
  conflate: boolean
  /** For the names of channels, after the namespace; then they need not be ASCII. */
  namePattern: RegExp | null
  /** Null for channels that carry a stream; else they keep a value for each key. */
  map: MapRules | null
  /** Who subscribes is shown as a key in the map whose channel begins so: by connection, and by user. Empty for none. */
  clientsMapPrefix: string
  usersMapPrefix: string
  allowSubscribeForClient: boolean
  /** Names such as `room#1,42` are for these users, whatever else is allowed. */
  allowUserLimitedChannels: boolean
  allowPublishForClient: boolean
  allowPublishForSubscriber: boolean
  allowPresenceForClient: boolean
  allowPresenceForSubscriber: boolean
  allowHistoryForClient: boolean
  allowHistoryForSubscriber: boolean
  /** Conditions on top of the above for clients without a user id, no grants by themselves. */
  allowSubscribeForAnonymous: boolean
  allowPublishForAnonymous: boolean
  allowPresenceForAnonymous: boolean
  allowHistoryForAnonymous: boolean
  proxies: ChannelProxies
}

export const nothingAllowed: ChannelRules = {
  namespace: '',
  presence: false,
  joinLeave: false,
  forcePushJoinLeave: false,
  historySize: 0,
  historyTtl: 0,
  historyMetaTtl: 720 * 3600 * 1000,
  forcePositioning: false,
  allowPositioning: false,
  forceRecovery: false,
  allowRecovery: false,
  recoveryMode: 'stream',
  autoCacheRecover: false,
  dataFormat: '',
  allowDelta: false,
  allowTagsFilter: false,
  conflate: false,
  namePattern: null,
  map: null,
  clientsMapPrefix: '',
  usersMapPrefix: '',
  allowSubscribeForClient: false,
  allowUserLimitedChannels: false,
  allowPublishForClient: false,
  allowPublishForSubscriber: false,
  allowPresenceForClient: false,
  allowPresenceForSubscriber: false,
  allowHistoryForClient: false,
  allowHistoryForSubscriber: false,
  allowSubscribeForAnonymous: false,
  allowPublishForAnonymous: false,
  allowPresenceForAnonymous: false,
  allowHistoryForAnonymous: false,
  proxies: noChannelProxies,
}

/** Under the empty name: channels without a namespace; absent, they allow nothing. */
export type Namespaces = ReadonlyMap<string, ChannelRules>

/** Namespaces from the options that differ from "nothing allowed". */
export function defineNamespaces(options: Record<string, Partial<ChannelRules>>): Namespaces {
  return new Map(
    Object.entries(options).map(([name, rules]) => [name, { ...nothingAllowed, ...rules, namespace: name }]),
  )
}

export const keepsHistory = (rules: ChannelRules) => rules.historySize > 0 && rules.historyTtl > 0
