// Who may connect, and what a server does to a connection: the same over every transport, in both formats, on every server (spec 2.3, 4.5).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../relay-process.ts'
import { aWireClient, listen, ways, type WireClient } from './clients.ts'
import { aName, aWireToken, api, servers, type WireServer } from './servers.ts'

/** What comes in channels that the client did not ask for. */
function hear({ client, plain }: WireClient) {
  const events: string[] = []
  client.on('subscribed', ({ channel, recovered }) => events.push(`in ${channel}${recovered ? ' again' : ''}`))
  client.on('publication', ({ channel, data }) => events.push(`${channel}: ${JSON.stringify(plain(data))}`))
  client.on('unsubscribed', ({ channel }) => events.push(`out of ${channel}`))
  return events
}

describe.each(servers)('$server', ({ isMissing, start }) => {
  let server: WireServer
  beforeAll(async () => {
    if (!isMissing) server = await start()
  })
  afterAll(() => server?.stop())

  describe.skipIf(isMissing).each(ways)('by $transport in $format', (way) => {
    it.concurrent('asks for a new token instead of an expired one, and refuses a forged one for good', async () => {
      const late = aWireClient(server, way, { token: aWireToken({ lifetime: -1 }), getToken: async () => aWireToken() })
      late.client.connect()
      await late.client.ready(10_000)
      const forged = aWireClient(server, way, { token: aWireToken({ key: 'another secret' }) })
      forged.client.connect()
      await eventually(() => forged.log.length === 2)
      expect(forged.log).toEqual(['connecting 0', 'disconnected 3500 invalid token'])
    })

    it.concurrent('puts a client into the channels of its token, and brings what it missed there', async () => {
      const channel = `event:${aName('given')}`
      const one = aWireClient(server, way, { token: aWireToken({ channels: [channel] }) })
      const events = hear(one)
      one.client.connect()
      await eventually(() => events.length === 1)
      await api(server, 'publish', { channel, data: 1 })
      await eventually(() => events.length === 2)
      one.client.disconnect()
      await api(server, 'publish', { channel, data: 2 })
      one.client.connect()
      // A connection that is being closed may still bring the second one, before the new one says what was missed.
      await eventually(() => events.length === 4)
      const about = (start: string) => events.filter((event) => event.startsWith(start))
      expect(about('in ')).toEqual([`in ${channel}`, `in ${channel} again`])
      expect(about(channel)).toEqual([`${channel}: 1`, `${channel}: 2`])
    })

    it.concurrent('is told by the publisher whom to let in, put out, and send away', async () => {
      const channel = `event:${aName('managed')}`
      const user = aName('user')
      const one = aWireClient(server, way, {
        token: aWireToken({ sub: user }),
        getToken: async () => aWireToken({ sub: user }),
      })
      const events = hear(one)
      const asked = listen(one, `event:${aName('asked')}`)
      one.client.connect()
      await asked.subscription.ready()
      await api(server, 'subscribe', { user, channel })
      await eventually(() => events.length === 1)
      await api(server, 'publish', { channel, data: 'to you' })
      await eventually(() => events.length === 2)
      await api(server, 'unsubscribe', { user, channel })
      await eventually(() => events.length === 3)
      expect(events).toEqual([`in ${channel}`, `${channel}: "to you"`, `out of ${channel}`])
      await api(server, 'unsubscribe', { user, channel: asked.subscription.channel })
      await eventually(() => asked.states.includes('unsubscribed 2000'))
      await api(server, 'disconnect', { user, disconnect: { code: 4000, reason: 'come again' } })
      await eventually(() => one.log.filter((line) => line === 'connected').length === 2)
      await api(server, 'refresh', { user, expired: true })
      await eventually(() => one.log.filter((line) => line === 'connected').length === 3)
      await api(server, 'disconnect', { user })
      await eventually(() => one.log.at(-1) === 'disconnected 3503 force disconnect')
      expect(one.log.filter((line) => line.startsWith('connecting'))).toEqual([
        'connecting 0',
        'connecting 4000',
        'connecting 3005',
      ])
    })
  })
})
