// Who may do what in a channel, and what a new subscription gets.
import { describe, expect, it } from 'vitest'
import type { Proxy } from '../centrifugo/proxies/proxy.ts'
import { nothingAllowed, type ChannelRules } from '../channels/channel-rules.ts'
import { backendFor, mayUse, maySubscribe, newSubscription, nothingRequested } from './permissions.ts'
import type { Session } from './session.ts'

type Known = { user?: string; allowsEverything?: boolean; subscribedTo?: string }
const aSession = ({ user = 'u1', allowsEverything = false, subscribedTo }: Known = {}) =>
  ({
    user,
    context: { authentication: { allowsEverything } },
    subscriptionTo: (channel: string) => (channel === subscribedTo ? {} : undefined),
  }) as unknown as Session
const rules = (fields: Partial<ChannelRules> = {}): ChannelRules => ({ ...nothingAllowed, ...fields })
const channel = (fields: Partial<ChannelRules> = {}, isPrivate = false) => ({
  rest: 'x',
  rules: rules(fields),
  isPrivate,
})

describe.each(['Publish', 'Presence', 'History'] as const)('%s', (what) => {
  const may = (known: Known, fields: Partial<ChannelRules>) => mayUse(aSession(known), 'room:x', rules(fields), what)

  it('is for nobody unless the namespace says so', () => {
    expect(may({ subscribedTo: 'room:x' }, {})).toBe(false)
    expect(may({}, { [`allow${what}ForAnonymous`]: true })).toBe(false)
  })

  it('is for every client, or for who is subscribed to this very channel', () => {
    expect(may({}, { [`allow${what}ForClient`]: true })).toBe(true)
    const forSubscribers = { [`allow${what}ForSubscriber`]: true }
    expect(may({ subscribedTo: 'room:x' }, forSubscribers)).toBe(true)
    expect(may({ subscribedTo: 'room:y' }, forSubscribers)).toBe(false)
  })

  it('is for somebody without a name only where that is said as well', () => {
    const forClients = { [`allow${what}ForClient`]: true }
    expect(may({ user: '' }, forClients)).toBe(false)
    expect(may({ user: '' }, { ...forClients, [`allow${what}ForAnonymous`]: true })).toBe(true)
  })

  it('is for everybody on a relay that allows everything', () => {
    expect(may({ user: '', allowsEverything: true }, {})).toBe(true)
  })
})

describe('a subscription without a token', () => {
  const may = (known: Known, fields: Partial<ChannelRules>, { name = 'room:x', isPrivate = false } = {}) =>
    maySubscribe(aSession(known), name, channel(fields, isPrivate))

  it('is for clients of namespaces that are open, with a name unless that is said as well', () => {
    expect(may({}, {})).toBe(false)
    expect(may({}, { allowSubscribeForClient: true })).toBe(true)
    expect(may({ user: '' }, { allowSubscribeForClient: true })).toBe(false)
    expect(may({ user: '' }, { allowSubscribeForClient: true, allowSubscribeForAnonymous: true })).toBe(true)
    expect(may({ user: '' }, { allowSubscribeForAnonymous: true })).toBe(false)
  })

  it('is never for a private channel, but on a relay that allows everything', () => {
    expect(may({}, { allowSubscribeForClient: true }, { isPrivate: true })).toBe(false)
    expect(may({ allowsEverything: true }, {}, { isPrivate: true })).toBe(true)
  })

  it('is for the users that the name is limited to, whatever else is allowed', () => {
    const limited = { allowUserLimitedChannels: true }
    const forUsers = { ...limited, allowSubscribeForClient: true }
    expect(may({ user: '42' }, limited, { name: 'room:a#1,42' })).toBe(true)
    expect(may({ user: '1' }, limited, { name: 'room:a#1,42' })).toBe(true)
    expect(may({ user: '4' }, forUsers, { name: 'room:a#1,42' })).toBe(false)
    expect(may({ user: '' }, forUsers, { name: 'room:a#' })).toBe(false)
    // The last boundary counts.
    expect(may({ user: '7' }, forUsers, { name: 'room:a#7#8' })).toBe(false)
    expect(may({ user: '4' }, { allowSubscribeForClient: true }, { name: 'room:a#1,42' })).toBe(true)
    expect(may({ user: '4' }, forUsers, { name: 'room:a' })).toBe(true)
  })
})

describe('the backend that is asked instead', () => {
  const proxy = { name: 'backend' } as Proxy
  const proxies = { subscribe: proxy, publish: null, subRefresh: null }

  it('decides about open channels, not about private ones, nor about those of certain users', () => {
    expect(backendFor('room:x', channel({ proxies }))).toBe(proxy)
    expect(backendFor('room:x', channel({ proxies }, true))).toBeNull()
    expect(backendFor('room:x#1', channel({ proxies, allowUserLimitedChannels: true }))).toBeNull()
    expect(backendFor('room:x', channel({ proxies, allowUserLimitedChannels: true }))).toBe(proxy)
    expect(backendFor('room:x#1', channel({ proxies }))).toBe(proxy)
    expect(backendFor('room:x', channel())).toBeNull()
  })
})

describe('a new subscription', () => {
  const everything = { positioned: true, recoverable: true, joinLeave: true, delta: true }
  const made = (fields: Partial<ChannelRules>, requested = everything) =>
    newSubscription(aSession(), 'room:x', rules(fields), requested)

  it('gets nothing of what it asks for unless the namespace allows it', () => {
    expect(made({})).toEqual({
      channel: 'room:x',
      rules: rules(),
      isServerSide: false,
      isLive: false,
      isRecoverable: false,
      isPositioned: false,
      wantsJoinLeave: false,
      usesDelta: false,
      filter: null,
      expiresAt: null,
      info: undefined,
    })
  })

  it('gets what the namespace forces, asked for or not', () => {
    const forced = { forceRecovery: true, forcePositioning: true, forcePushJoinLeave: true, joinLeave: true }
    const all = { isRecoverable: true, isPositioned: true, wantsJoinLeave: true }
    expect(made(forced, nothingRequested)).toMatchObject(all)
    expect(made({ ...forced, joinLeave: false })).toMatchObject({ wantsJoinLeave: false })
  })

  it('gets what is allowed only when it asks for it', () => {
    const allowed = { allowRecovery: true, allowPositioning: true, allowDelta: true, joinLeave: true }
    const presence = { allowPresenceForClient: true }
    const [all, none] = [true, false].map((is) => ({
      isRecoverable: is,
      isPositioned: is,
      wantsJoinLeave: is,
      usesDelta: is,
    }))
    expect(made({ ...allowed, ...presence })).toMatchObject(all ?? {})
    expect(made({ ...allowed, ...presence }, nothingRequested)).toMatchObject(none ?? {})
    expect(made(allowed)).toMatchObject({ wantsJoinLeave: false })
  })

  it('may recover where its subscribers may read the history, and hear of others where they may see them', () => {
    const forSubscribers = { allowHistoryForSubscriber: true, allowPresenceForSubscriber: true, joinLeave: true }
    expect(made(forSubscribers)).toMatchObject({ isRecoverable: true, isPositioned: true, wantsJoinLeave: true })
  })
})
