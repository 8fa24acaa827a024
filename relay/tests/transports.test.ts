// The unmodified official client over every transport and in both formats, where the relay's own settings and figures matter. What
// any server of this protocol does is in the wire folder.
import { afterEach, describe, expect, it } from 'vitest'
import { aToken, eventually, startRelay, type TestRelay } from './relay-process.ts'
import { aWireClient, listen, ways } from './wire/clients.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

async function aRelay(environment: Record<string, string> = {}): Promise<TestRelay> {
  const relay = await startRelay(environment)
  cleanups.push(() => relay.stop())
  return relay
}

const at = ({ base }: TestRelay) => ({ base, otherBase: base })
const tokens = { token: '', getToken: async () => aToken() }

describe('by every transport and format, the official client', () => {
  it('answers pings and is not closed for silence', async () => {
    const relay = await aRelay({ RELAY_PING_INTERVAL: '3', RELAY_PONG_TIMEOUT: '2.9' })
    const logs = ways.map((way) => {
      const one = aWireClient(at(relay), way, tokens)
      one.client.connect()
      return one.log
    })
    const pongs = () => relay.metric('centrifugo_client_ping_pong_duration_seconds_count')
    await eventually(async () => (await pongs()) >= 2 * ways.length)
    expect(logs).toEqual(ways.map(() => ['connecting 0', 'connected']))
  })

  it('comes back after the relay was stopped and started, and stops when it is told to', async () => {
    const first = await aRelay()
    const all = ways.map((way) => {
      const one = aWireClient(at(first), way, tokens)
      const floor = listen(one, 'floor:1')
      one.client.connect()
      return { ...one, floor }
    })
    await Promise.all(all.map(({ floor }) => floor.subscription.ready()))
    expect(await first.stop()).toBe(0)
    const second = await aRelay({ RELAY_PORT: String(first.port) })
    await eventually(() => all.every(({ floor }) => floor.states.length === 2))
    expect(all.map(({ log }) => log)).toEqual(
      ways.map(() => ['connecting 0', 'connected', 'connecting 3001', 'connected']),
    )
    await second.api('disconnect', { user: 'u1' })
    await eventually(() => all.every(({ log }) => log.at(-1) === 'disconnected 3503 force disconnect'))
    await eventually(async () => (await second.metric('centrifugo_node_num_clients')) === 0)
  })

  it('shares a channel with those of the others', async () => {
    const relay = await aRelay()
    const listeners = ways.map((way) => {
      const one = aWireClient(at(relay), way, tokens)
      const global = listen(one, 'global:all')
      one.client.connect()
      return global
    })
    await Promise.all(listeners.map(({ subscription }) => subscription.ready()))
    await relay.api('publish', { channel: 'global:all', data: { to: 'all' } })
    await eventually(() => listeners.every(({ publications }) => publications.length === 1))
    expect(listeners.map(({ data }) => data())).toEqual(listeners.map(() => [{ to: 'all' }]))
    const sent = (transport: string) =>
      `centrifugo_transport_messages_sent{transport="${transport}",frame_type="push_publication"`
    const text = await (await fetch(`${relay.base}/metrics`)).text()
    const counts = ['websocket', 'http_stream', 'sse'].map((name) =>
      text.split('\n').find((line) => line.startsWith(sent(name))),
    )
    expect(counts.map((line) => Number(line?.split(' ').at(-1)))).toEqual([2, 2, 1])
  })
})
