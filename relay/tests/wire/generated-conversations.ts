// Conversations of a few clients and a publisher, made from a seed: ordinary, careless and wrong by turns. What the relay is known to
// answer otherwise than Centrifugo (`conversations.test.ts`) is not said in them. Used by the differential run.
import { ways, type Way } from './clients.ts'
import type { Words } from './same-words.ts'
import { aWireToken } from './servers.ts'

export type Step =
  | { kind: 'open'; way: Way; commands: Words[] }
  | { kind: 'say'; who: number; commands: Words[] }
  | { kind: 'frame'; who: number; text: string }
  | { kind: 'leave'; who: number }
  | { kind: 'api'; method: string; params: Words }

/** Stands for the epoch of the channel as the server last told it. */
export const lastEpoch = 'the last epoch'

/** A repeatable sequence of numbers below 1 (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const namespaces = ['global', 'event', 'floor', 'room', 'asked', 'patched', 'tagged', 'open', 'mine', 'strict'] as const
const oddChannels = ['nope:', 'bare', '$room:', 'room:#', ':', 'room:a:b'] as const

// Long because it is a list of what can be said.
export function aConversation(seed: number): Step[] {
  const random = seededRandom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const chance = (share: number) => random() < share
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
  const maybe = (share: number, fields: () => Words): Words => (chance(share) ? fields() : {})

  /** Users and channels of this conversation alone; few, so that they meet. */
  const own = `${seed}-${process.pid}`
  const users = [`ann${own}`, `bob${own}`]
  const channels = Array.from({ length: 3 }, (_, serial) => `${pick(namespaces)}:${own}-${serial}`)
  channels.push(`mine:${own}#${users[0]}`)
  const odd = () => `${pick(oddChannels)}${chance(0.8) ? own : ''}`
  const channel = () => (chance(0.93) ? pick(channels) : odd())
  /** Given by the server alone, and once. */
  const given = `given:${own}`
  const toGive = [...users]
  const data = () =>
    pick([1, null, 'text', {}, { a: [1, { b: 'ü' }] }, [], true, -0.5, { text: 'x'.repeat(below(300)) }] as const)
  /** Null is nothing to the relay. */
  const about = () => data() ?? 'nothing'
  const tags = () => ({ kind: pick(['a', 'b']), floor: pick(['1', '2']) })
  /** The newest is asked for from the beginning on. */
  const position = () => ({ offset: 1 + below(3), epoch: chance(0.8) ? lastEpoch : pick(['', 'zzzz']) })

  const worthless = (sub: string) => [
    '',
    'x',
    'a.b.c',
    aWireToken({ sub, key: 'another key' }),
    aWireToken({ sub, lifetime: -5 }),
  ]
  function token(sub: string): string {
    if (chance(0.05)) return pick(worthless(sub))
    return aWireToken({
      sub: chance(0.05) ? '' : sub,
      ...maybe(0.2, () => ({ info: about() })),
      ...maybe(0.1, () => ({ channels: [channel()] })),
      ...maybe(0.1, () => ({ subs: { [channel()]: subscriptionOptions() } })),
      ...maybe(0.05, () => ({ exp: 0 })),
      ...maybe(0.03, () => ({ nbf: 4_000_000_000 })),
      ...maybe(0.05, () => ({ iat: 1 })),
      ...maybe(0.03, () => ({ aud: 'x', iss: 'y', jti: 'z' })),
    })
  }

  const subscriptionOptions = (): Words => ({
    ...maybe(0.3, () => ({ data: about() })),
    ...maybe(0.2, () => ({ info: about() })),
    ...maybe(0.4, () => ({
      override: Object.fromEntries(
        ['presence', 'join_leave', 'force_push_join_leave', 'force_recovery', 'force_positioning']
          .filter(() => chance(0.5))
          .map((name) => [name, { value: chance(0.6) }]),
      ),
    })),
  })

  function subscriptionToken(sub: string, name: string): string {
    if (chance(0.1))
      return pick([
        'x',
        aWireToken({ sub, channel: name, key: 'another' }),
        aWireToken({ sub, channel: name, lifetime: -9 }),
      ])
    return aWireToken({
      sub: chance(0.05) ? 'another' : sub,
      channel: chance(0.05) ? 'event:another' : name,
      ...subscriptionOptions(),
      ...maybe(0.1, () => ({ exp: 0 })),
    })
  }

  const filter = (depth = 0): Words => {
    if (depth < 2 && chance(0.3))
      return { op: pick(['and', 'or', 'not']), nodes: Array.from({ length: 1 + below(2) }, () => filter(depth + 1)) }
    return pick<Words>([
      { key: 'kind', cmp: 'eq', val: 'a' },
      { key: 'floor', cmp: 'neq', val: '1' },
      { key: 'floor', cmp: 'in', vals: ['1', '2'] },
      { key: 'kind', cmp: 'nin', vals: ['a'] },
      { key: 'kind', cmp: 'ex' },
      { key: 'none', cmp: 'nex' },
      { key: 'kind', cmp: 'sw', val: 'a' },
      { key: 'floor', cmp: 'gt', val: '1' },
      { key: 'floor', cmp: 'lte', val: '1.5' },
      { key: 'kind', cmp: 'gt', val: '1' },
    ])
  }

  const since = () => ({ since: position() })
  const talkers: { user: string; lastId: number }[] = []
  function command(id: number, user: string): Words {
    const kind = pick([...often, 'refresh', 'sub_refresh', 'rpc', 'send', 'connect'] as const)
    const name = kind !== 'subscribe' && chance(0.1) ? given : channel()
    const fields: Record<typeof kind, () => Words> = {
      subscribe: () => ({
        channel: name,
        ...maybe(0.25, () => ({ recover: true, ...position() })),
        ...maybe(0.15, () => ({ recoverable: true })),
        ...maybe(0.15, () => ({ positioned: true })),
        ...maybe(0.15, () => ({ join_leave: true })),
        ...maybe(0.15, () => ({ delta: 'fossil' })),
        ...maybe(name.startsWith('tagged') ? 0.7 : 0.05, () => ({ tf: filter() })),
        ...maybe(0.15, () => ({ token: subscriptionToken(user, name) })),
        ...maybe(0.1, () => ({ data: data() })),
        ...maybe(0.1, () => ({ flag: below(4) })),
      }),
      unsubscribe: () => ({ channel: name }),
      publish: () => ({ channel: name, ...maybe(0.97, () => ({ data: data() })) }),
      history: () => ({
        channel: name,
        ...maybe(0.8, () => ({ limit: below(6) - 1 })),
        ...maybe(0.4, since),
        ...maybe(0.3, () => ({ reverse: true })),
      }),
      presence: () => ({ channel: name }),
      presence_stats: () => ({ channel: name }),
      refresh: () => ({ token: token(chance(0.9) ? user : 'another') }),
      sub_refresh: () => ({ channel: name, token: subscriptionToken(user, name) }),
      rpc: () => ({ method: pick(['', 'x', 'ns:x']), data: data() }),
      send: () => ({ data: data() }),
      connect: () => ({ token: token(user) }),
    }
    return { id, [kind]: fields[kind]() }
  }

  /** A command that may end the connection is the last: what follows it is answered or not, as it happens. */
  function frameOf(talker: { user: string; lastId: number }, length: number): Words[] {
    const commands = Array.from({ length }, () => command(++talker.lastId, talker.user))
    const last = commands.findIndex((one) => /"token"|"send"|"delta"/.test(JSON.stringify(one)))
    return last === -1 ? commands : commands.slice(0, last + 1)
  }

  function open(): Step {
    const user = pick(users)
    const talker = { user, lastId: 1 }
    talkers.push(talker)
    // What follows a refused connect in the same frame is answered or not, as it happens.
    const isFirm = chance(0.5)
    const connect: Words = {
      token: isFirm ? aWireToken({ sub: user }) : token(user),
      ...maybe(0.1, () => ({ data: data() })),
      ...maybe(0.1, () => ({ name: 'js', version: '1' })),
      ...maybe(isFirm ? 0 : 0.2, () => ({ subs: { [channel()]: { recover: true, ...position() } } })),
    }
    const way = pick(ways)
    const more = way.transport === 'sse' || !isFirm ? 0 : below(3)
    return {
      kind: 'open',
      way,
      commands: [{ id: 1, connect }, ...frameOf(talker, more)],
    }
  }

  function say(): Step {
    const who = below(talkers.length)
    const talker = talkers[who] ?? { user: '', lastId: 0 }
    if (chance(0.02)) return { kind: 'frame', who, text: pick(oddFrames) }
    return {
      kind: 'say',
      who,
      commands: frameOf(talker, 1 + below(3)),
    }
  }

  function api(): Step {
    const name = chance(0.1) ? given : channel()
    const user = pick(users)
    return pick<() => Step>([
      () =>
        call('publish', {
          channel: name,
          data: data(),
          ...maybe(0.5, () => ({ tags: tags() })),
          ...maybe(0.2, () => ({ idempotency_key: pick(['a', 'b']) })),
          ...maybe(0.2, () => ({ version: below(4), version_epoch: pick(['', 'e']) })),
          ...maybe(0.1, () => ({ skip_history: true })),
        }),
      () => call('publish', { channel: name, data: data(), ...maybe(0.5, () => ({ tags: tags() })) }),
      () =>
        call('broadcast', {
          channels: [...new Set([name, channel()])],
          data: data(),
          ...maybe(0.3, () => ({ tags: tags() })),
        }),
      () =>
        call('history', {
          channel: name,
          ...maybe(0.8, () => ({ limit: below(6) - 1 })),
          ...maybe(0.3, since),
          ...maybe(0.3, () => ({ reverse: true })),
        }),
      () => call('presence', { channel: name }),
      () => call('presence_stats', { channel: name }),
      () => call('history_remove', { channel: name }),
      () => call('unsubscribe', { user, channel: name }),
      () =>
        call('subscribe', {
          user: toGive.shift() ?? 'nobody',
          channel: given,
          ...maybe(0.3, () => ({ data: about(), info: about() })),
          ...maybe(0.3, () => ({ override: subscriptionOptions()['override'] ?? {} })),
        }),
      () =>
        call('refresh', {
          user,
          ...maybe(0.3, () => ({ expired: chance(0.3) })),
          ...maybe(0.5, () => ({ expire_at: Math.floor(Date.now() / 1000) + 3600 })),
        }),
      () =>
        call('disconnect', {
          user,
          ...maybe(0.4, () => ({ disconnect: { code: pick([3001, 4000, 4500]), reason: 'bye' } })),
        }),
      () => call('channels', { pattern: `*${own}*` }),
      () =>
        call('batch', {
          commands: [{ publish: { channel: name, data: data() } }, { presence_stats: { channel: channel() } }],
          ...maybe(0.3, () => ({ parallel: false })),
        }),
    ])()
  }

  const first = open()
  const rest = Array.from({ length: 6 + below(14) }, () => {
    const share = random()
    if (talkers.length < 3 && share < 0.15) return open()
    return share < 0.65 ? say() : api()
  })
  // The last word: when a server notices, and changes who is present, is its own matter.
  return chance(0.4) ? [first, ...rest, { kind: 'leave', who: 0 }] : [first, ...rest]
}

const call = (method: string, params: Words): Step => ({ kind: 'api', method, params })

const often = [
  'subscribe',
  'subscribe',
  'subscribe',
  'subscribe',
  'publish',
  'publish',
  'history',
  'unsubscribe',
  'presence',
  'presence_stats',
] as const
const oddFrames = [
  '[]',
  '',
  '{',
  'x',
  '{"id":"2","rpc":{}}',
  '{"id":-1,"rpc":{}}',
  '{"id":70,"subscribe":null}',
  '{"id":71,"foo":{}}',
  '{"id":72}',
] as const
