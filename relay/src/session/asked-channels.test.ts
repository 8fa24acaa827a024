// Which channels a client gets by naming them when it connects: those that it could enter by itself.
import { expect, it } from 'vitest'
import type { Proxy } from '../centrifugo/proxies/proxy.ts'
import { defineNamespaces, noChannelProxies } from '../channels/channel-rules.ts'
import type { MapRules } from '../map/map-rules.ts'
import { askedChannels } from './asked-channels.ts'
import type { Session } from './session.ts'

const open = { allowSubscribeForClient: true }
const namespaces = defineNamespaces({
  open,
  closed: {},
  map: { ...open, map: {} as MapRules },
  asks: { ...open, proxies: { ...noChannelProxies, subscribe: {} as Proxy } },
})
const asked = (subs: unknown, subscription: unknown = () => ({ ok: false })) => {
  const authentication = { subscription, allowsEverything: false }
  const session = { user: 'u1', context: { authentication, namespaces } } as unknown as Session
  const channels = askedChannels(session, subs)
  return channels && [...channels]
}
const named = (...channels: string[]) => Object.fromEntries(channels.map((channel) => [channel, {}]))

it('gives the open ones, each with nothing special', () => {
  expect(asked(named('open:a', 'open:b'))).toEqual([
    ['open:a', {}],
    ['open:b', {}],
  ])
})

it('leaves out what is closed, private, a map, decided by a backend, or no name', () => {
  const others = ['closed:a', '$open:a', 'map:a', 'asks:a', 'open:é', `open:${'x'.repeat(251)}`]
  expect(asked(named(...others, 'open:a'))).toEqual([['open:a', {}]])
})

it('refuses all when one is of no namespace', () => expect(asked(named('open:a', 'unknown:a'))).toBeNull())

it('gives nothing for what is no list of names, and nothing with the product’s own tokens', () => {
  expect(asked(undefined)).toEqual([])
  expect(asked('open:a')).toEqual([])
  expect(asked(named('open:a'), null)).toEqual([])
})
