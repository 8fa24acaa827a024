// Clients that only listen (`uni_sse`, `uni_websocket`): subscribed by their token or by the server, on every server alike.
import { EventSource } from 'eventsource'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { eventually } from '../relay-process.ts'
import { aName, api, aWireToken, servers, type WireServer } from './servers.ts'

type Push = {
  connect?: { client: string; session?: string; pong?: boolean; subs?: Record<string, object> }
  channel?: string
  pub?: { data: unknown }
  subscribe?: object
  disconnect?: { code: number; reconnect?: boolean }
}

type Listener = { pushes: Push[]; close: () => void }

function byEventSource({ base }: WireServer, request: object): Listener {
  const pushes: Push[] = []
  const source = new EventSource(`${base}/connection/uni_sse?cf_connect=${encodeURIComponent(JSON.stringify(request))}`)
  source.addEventListener('message', ({ data }) => pushes.push(JSON.parse(data as string) as Push))
  return { pushes, close: () => source.close() }
}

function byWebSocket(isInAddress: boolean) {
  return ({ base }: WireServer, request: object): Listener => {
    const pushes: Push[] = []
    const text = JSON.stringify(request)
    const query = isInAddress ? `?cf_connect=${encodeURIComponent(text)}` : ''
    const socket = new WebSocket(`${base.replace('http', 'ws')}/connection/uni_websocket${query}`)
    socket.on('open', () => isInAddress || socket.send(text))
    socket.on('message', (data) => pushes.push(JSON.parse(String(data)) as Push))
    socket.on('error', () => {})
    return { pushes, close: () => socket.terminate() }
  }
}

const transports = [
  { name: 'server-sent events', listen: byEventSource },
  { name: 'WebSocket, asked in the address', listen: byWebSocket(true) },
  { name: 'WebSocket, asked in the first frame', listen: byWebSocket(false) },
]

describe.each(servers)('$server', ({ isMissing, start }) => {
  let server: WireServer
  beforeAll(async () => {
    if (!isMissing) server = await start()
  })
  afterAll(() => server?.stop())

  describe.skipIf(isMissing).each(transports)('by $name', ({ listen }) => {
    it.concurrent('brings what is published to the channels of the token, and of the server', async () => {
      const [user, channel, later] = [aName('user'), `event:${aName('uni')}`, `global:${aName('uni')}`]
      const { pushes, close } = listen(server, { token: aWireToken({ sub: user, channels: [channel] }) })
      await eventually(() => pushes.length === 1)
      expect(pushes[0]?.connect?.subs).toHaveProperty([channel, 'positioned'], true)
      expect(pushes[0]?.connect).not.toHaveProperty('pong')
      expect(pushes[0]?.connect?.session).toMatch(/./)
      await api(server, 'publish', { channel, data: { a: 1 } })
      await api(server, 'subscribe', { user, channel: later })
      await eventually(() => pushes.some((push) => push.subscribe && push.channel === later))
      await api(server, 'publish', { channel: later, data: 'later' })
      await eventually(() => pushes.filter(({ pub }) => pub).length === 2)
      const published = pushes.flatMap((push) => (push.pub ? [[push.channel, push.pub.data]] : []))
      expect(published).toEqual([
        [channel, { a: 1 }],
        [later, 'later'],
      ])
      close()
    })

    it.concurrent('is told why it ends', async () => {
      const user = aName('user')
      const { pushes, close } = listen(server, { token: aWireToken({ sub: user }) })
      await eventually(() => pushes.length === 1)
      await api(server, 'disconnect', { user })
      await eventually(() => pushes.some(({ disconnect }) => disconnect))
      expect(pushes.at(-1)?.disconnect).toMatchObject({ code: 3503, reason: 'force disconnect' })
      close()
    })

    it.concurrent('ends with an expired token, and comes again', async () => {
      const { pushes, close } = listen(server, { token: aWireToken({ lifetime: -1 }) })
      await eventually(() => pushes.some(({ disconnect }) => disconnect))
      expect(pushes[0]?.disconnect).toMatchObject({ code: 3005, reason: 'connection expired' })
      close()
    })
  })
})
