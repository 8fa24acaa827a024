// A backend decides over HTTP who connects, enters, stays and publishes, and answers calls: the relay and Centrifugo ask it the same
// and do what it says alike.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { eventually } from '../relay-process.ts'
import { proxiedConfig, startBackend } from './backend.ts'
import { aWireToken, serversWith, type WireServer } from './servers.ts'

type Reply = Record<string, unknown> & { id?: number; error?: { code: number; message: string; temporary?: boolean } }

const backend = await startBackend()
afterAll(() => backend.stop())

describe.each(serversWith(proxiedConfig(backend.base)))('$server', ({ isMissing, start }) => {
  let server: WireServer
  beforeAll(async () => {
    if (!isMissing) server = await start()
  })
  afterAll(() => server?.stop())

  /** Sends commands one after the other, each when the one before is answered; answers the replies, and the close code if there was one. */
  async function talk(connect: object, ...commands: object[]) {
    const headers = { 'x-real': 'real', 'x-both': 'real' }
    const socket = new WebSocket(`${server.base.replace('http', 'ws')}/connection/websocket`, { headers })
    const replies: Reply[] = []
    const pushes: unknown[] = []
    let id = 0
    let end = ''
    const rest = [{ connect }, ...commands]
    const next = () => {
      const command = rest.shift()
      if (command) socket.send(JSON.stringify({ id: ++id, ...command }))
    }
    socket.on('open', next)
    socket.on('message', (frame) => {
      for (const line of String(frame).split('\n')) {
        const { push, ...reply } = JSON.parse(line) as Reply
        if (push) pushes.push(push)
        else if (reply.id !== undefined) {
          replies.push(reply)
          next()
        }
      }
    })
    socket.on('close', (code, reason) => (end = `closed ${code} ${String(reason)}`))
    await eventually(() => end !== '' || replies.length === commands.length + 1)
    return { replies, pushes, end: () => end, send: (command: object) => socket.send(JSON.stringify(command)), socket }
  }

  const as = (say: string) => ({
    data: { say },
    name: 'tester',
    headers: { 'X-Claimed': 'c', 'X-Both': 'c', 'X-Not': 'n' },
  })
  const inWords = ({ error, ...reply }: Reply) =>
    error
      ? `error ${error.code} ${error.message}${error.temporary ? ' temporary' : ''}`
      : JSON.stringify(Object.values(reply)[1])
  /** What the last question was, without what differs from run to run. */
  const lastAsked = (path: string) => {
    const { body, headers } = backend.asked.findLast((one) => one.path === path) ?? {
      body: { client: '' },
      headers: {},
    }
    const told = Object.entries(headers).filter(([name]) => name.startsWith('x-') || name === 'content-type')
    const { client, ...said } = body
    expect(client).toMatch(/^[-0-9a-f]{36}$/)
    return { said, told: Object.fromEntries(told) }
  }
  const told = {
    'x-real': 'real',
    'x-both': 'real',
    'x-claimed': 'c',
    'x-static': 'always',
    'content-type': 'application/json',
  }
  const base = { transport: 'websocket', protocol: 'json', encoding: 'json' }

  it.skipIf(isMissing)('lets in whom the backend knows, with what it grants', async () => {
    const { replies, socket } = await talk(as('ann'))
    const { connect } = replies[0] as { connect: Record<string, unknown> }
    const subs = connect['subs'] as Record<string, object>
    expect(Object.keys(subs).toSorted()).toEqual(['event:granted', 'global:1'])
    expect(subs['event:granted']).toMatchObject({ recoverable: true, data: { welcome: true } })
    expect(connect).toMatchObject({ data: { hello: '12345678901234567890' } })
    expect(connect).not.toHaveProperty('expires')
    expect(lastAsked('/connect')).toEqual({ said: { ...base, data: { say: 'ann' }, name: 'tester' }, told })
    socket.close()
  })

  it.skipIf(isMissing).each([
    ['nothing', [], 'closed 3501 bad request'],
    ['error', ['error 1001 not now temporary'], ''],
    ['bye', [], 'closed 4501 go away'],
    ['both', [], 'closed 4502 go first'],
    ['403', [], 'closed 4503 forbidden'],
    ['409', ['error 1009 conflict temporary'], ''],
    ['500', ['error 100 internal server error temporary'], ''],
    ['junk', ['error 100 internal server error temporary'], ''],
    ['never', ['error 100 internal server error temporary'], ''],
    ['past', ['error 110 expired'], ''],
    ['lost', ['error 102 unknown channel'], ''],
  ])('connecting is answered as the backend says: %s', async (say, words, end) => {
    const one = await talk(as(say))
    expect([one.replies.map(inWords), one.end()]).toEqual([words, end])
    one.socket.close()
  })

  it.skipIf(isMissing)('asks nobody about a client with a token', async () => {
    const before = backend.asked.length
    const { replies, socket } = await talk({ token: aWireToken({ sub: 'tok', meta: { from: 'token' } }) })
    expect(replies[0]).toMatchObject({ connect: { client: expect.any(String) as string } })
    expect(backend.asked.length).toBe(before)
    socket.close()
  })

  it.skipIf(isMissing).each([
    ['nothing', '{}'],
    ['error', 'error 1001 not now temporary'],
    ['409', 'error 1009 conflict temporary'],
    ['500', 'error 100 internal server error temporary'],
    ['junk', 'error 100 internal server error temporary'],
    ['past', 'error 110 expired'],
    ['binary', '{"data":{"from":"bytes"}}'],
  ])('entering is answered as the backend says: %s', async (place, words) => {
    const { replies, socket } = await talk(as('ann'), { subscribe: { channel: `gate:${place}` } })
    expect(inWords(replies[1] as Reply)).toBe(words)
    socket.close()
  })

  it.skipIf(isMissing).each([
    ['bye', 'closed 4501 go away'],
    ['403', 'closed 4503 forbidden'],
  ])('entering may end the connection: %s', async (place, end) => {
    const one = await talk(as('ann'), { subscribe: { channel: `gate:${place}` } })
    await eventually(() => one.end() !== '')
    expect([one.replies.length, one.end()]).toEqual([1, end])
  })

  it.skipIf(isMissing)('tells the backend who enters where, and takes over what it grants', async () => {
    const command = {
      channel: 'gate:history',
      data: { ticket: 1 },
      recoverable: true,
      positioned: true,
      join_leave: true,
    }
    const { replies, socket } = await talk(
      as('ann'),
      { subscribe: command },
      { subscribe: { channel: 'gate:ok', recoverable: true } },
    )
    expect(replies[1]).toMatchObject({ subscribe: { recoverable: true, positioned: true, data: { first: 1 } } })
    // Asking is not enough where the backend decides.
    expect(inWords(replies[2] as Reply)).toBe('{}')
    const meta = { badge: 7 }
    const asked = backend.asked.findLast(({ body }) => body['channel'] === 'gate:history')
    const { client: _, ...said } = asked?.body ?? {}
    expect(said).toEqual({ ...base, user: 'ann', channel: 'gate:history', data: { ticket: 1 }, meta })
    expect(lastAsked('/subscribe').told).toEqual(told)
    socket.close()
  })

  it.skipIf(isMissing)('asks nobody about channels of certain users', async () => {
    const before = backend.asked.length
    const { replies, socket } = await talk(
      as('ann'),
      { subscribe: { channel: 'gate:x#ann' } },
      { subscribe: { channel: 'gate:x#bob' } },
    )
    expect(replies.slice(1).map(inWords)).toEqual(['{}', 'error 103 permission denied'])
    expect(backend.asked.length).toBe(before + 1)
    socket.close()
  })

  it.skipIf(isMissing)('publishes what the backend makes of it, and nothing that it refuses', async () => {
    const publish = (say: string) => ({ publish: { channel: 'gate:talk', data: { say } } })
    const said = ['plain', 'changed', 'error', 'unkept', '409', '500']
    const one = await talk(as('ann'), { subscribe: { channel: 'gate:talk' } }, ...said.map(publish))
    expect(one.replies.slice(2).map(inWords)).toEqual([
      '{}',
      '{}',
      'error 1001 not now temporary',
      '{}',
      'error 1009 conflict temporary',
      'error 100 internal server error temporary',
    ])
    await eventually(() => one.pushes.length === 3)
    const published = (one.pushes as { pub: { data: unknown; offset?: number; info?: { user: string } } }[]).map(
      ({ pub }) => pub,
    )
    expect(published.map(({ data }) => data)).toEqual([{ say: 'plain' }, { changed: 1 }, { say: 'unkept' }])
    expect(published.map(({ offset }) => typeof offset)).toEqual(['number', 'number', 'undefined'])
    expect(published[0]?.info?.user).toBe('ann')
    const asked = lastAsked('/publish')
    const meta = { badge: 7 }
    expect(asked).toEqual({ said: { ...base, user: 'ann', channel: 'gate:talk', data: { say: '500' }, meta }, told })
    const bye = await talk(as('ann'), publish('bye'))
    await eventually(() => bye.end() !== '')
    expect(bye.end()).toBe('closed 4501 go away')
    one.socket.close()
  })

  it.skipIf(isMissing)('passes calls on, where their namespace has a backend', async () => {
    const call = (method: string, say = 'x') => ({ rpc: { method, data: { say } } })
    const calls = [
      call('math:add'),
      call('math:none'),
      call('math:add', 'error'),
      call('off:x'),
      call('nope:x'),
      call('bare'),
    ]
    const one = await talk(as('ann'), ...calls)
    expect(one.replies.slice(1).map(inWords)).toEqual([
      '{"data":{"sum":3}}',
      '{}',
      'error 1001 not now temporary',
      'error 108 not available',
      'error 104 method not found',
      'error 108 not available',
    ])
    const meta = { badge: 7 }
    const asked = backend.asked.findLast(({ body }) => body['method'] === 'math:none')
    const { client: _, ...said } = asked?.body ?? {}
    expect(said).toEqual({ ...base, user: 'ann', method: 'math:none', data: { say: 'x' }, meta })
    one.socket.close()
  })

  it.skipIf(isMissing)('lets the backend say who stays when their time is up, and takes no tokens then', async () => {
    const before = backend.asked.length
    const [staying, going] = await Promise.all([talk(as('staying')), talk(as('going'))])
    const broken = await talk(as('broken'))
    await eventually(() => going.end() !== '')
    expect(going.end()).toBe('closed 3005 connection expired')
    await eventually(() => broken.end() !== '')
    expect(broken.end()).toBe('closed 3004 internal server error')
    const isRefreshed = () =>
      backend.asked.slice(before).some(({ path, body }) => path === '/refresh' && body['user'] === 'staying')
    await eventually(isRefreshed)
    expect(lastAsked('/refresh').told).toEqual(told)
    expect(staying.end()).toBe('')
    staying.send({ id: 9, refresh: { token: aWireToken({ sub: 'staying' }) } })
    await eventually(() => staying.end() !== '')
    expect(staying.end()).toBe('closed 3501 bad request')
  })

  it.skipIf(isMissing)('asks about subscriptions whose time is up, and clients need not refresh them', async () => {
    const one = await talk(
      as('ann'),
      { subscribe: { channel: 'brief:expiring' } },
      ...['leaving', 'broken'].map((place) => ({ subscribe: { channel: `brief:${place}` } })),
    )
    expect(one.replies.slice(1).map(inWords)).toEqual(['{}', '{}', '{}'])
    await eventually(() => one.pushes.length > 1)
    const unsubscribe = { code: 2501, reason: 'subscription expired' }
    const ended = ['leaving', 'broken'].map((place) => ({ channel: `brief:${place}`, unsubscribe }))
    expect(new Set(one.pushes)).toEqual(new Set(ended))
    await eventually(() =>
      backend.asked.some(({ path, body }) => path === '/sub_refresh' && body['channel'] === 'brief:expiring'),
    )
    one.send({ id: 9, sub_refresh: { channel: 'brief:expiring', token: 'x' } })
    await eventually(() => one.end() !== '')
    expect(one.end()).toBe('closed 3501 bad request')
  })
})
