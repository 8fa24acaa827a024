// The publisher against a relay that takes, stalls, refuses or is not there (spec 6.1).
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPublisher } from '../src/realtime/publisher.ts'
import { createRelayCall } from '../src/realtime/relay-call.ts'
import { aRelayStandIn } from './a-relay-stand-in.ts'

let relay: Awaited<ReturnType<typeof aRelayStandIn>>
const lines: Record<string, unknown>[] = []
const log = pino(
  { level: 'info' },
  { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
)
const aMessage = (n: number) => ({ type: 'position-batch', data: [n] })

beforeEach(async () => {
  relay = await aRelayStandIn()
  lines.length = 0
})
afterEach(async () => relay.stop())

describe('createPublisher', () => {
  // holds spec 1.6-2, 5.5-4
  it('posts channel and data with the key', async () => {
    const publisher = createPublisher({ call: createRelayCall({ url: relay.url, apiKey: 'the-key' }), log })
    publisher.publish('floor:1', aMessage(1))
    await expect.poll(() => relay.publications).toEqual([{ channel: 'floor:1', data: aMessage(1), key: 'the-key' }])
    await publisher.stop()
    expect(publisher.counters).toEqual({ published: 1, failed: 0, dropped: 0 })
  })

  it('keeps the order of a channel', async () => {
    const publisher = createPublisher({ call: createRelayCall({ url: relay.url, apiKey: 'k' }), log })
    for (let n = 1; n <= 20; n++) {
      publisher.publish('floor:1', aMessage(n))
      await expect.poll(() => relay.publications.length).toBe(n)
    }
    expect(relay.publications.map(({ data }) => data.data[0])).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  })

  // holds spec 6.1-8, 8-5
  it('gives up after three seconds on a stalled relay, holds one message back and sends only the newest', async () => {
    const publisher = createPublisher({ call: createRelayCall({ url: relay.url, apiKey: 'k' }), log })
    relay.be('stall')
    const began = performance.now()
    for (let n = 1; n <= 500; n++) publisher.publish('floor:1', aMessage(n))
    expect(performance.now() - began).toBeLessThan(200)
    await expect.poll(() => relay.requests).toBe(1)
    relay.be('take')
    await expect.poll(() => relay.publications.length, { timeout: 6000 }).toBe(1)
    expect(performance.now() - began).toBeGreaterThan(2800)
    expect(performance.now() - began).toBeLessThan(4500)
    expect(relay.publications[0]!.data.data).toEqual([500])
    expect(publisher.counters).toMatchObject({ failed: 1, dropped: 498 })
    await publisher.stop()
  })

  it('never drops a message for one of another type', async () => {
    const publisher = createPublisher({ call: createRelayCall({ url: relay.url, apiKey: 'k' }), log })
    relay.be('stall')
    publisher.publish('global:all', { type: 'ambient-batch', data: [1] })
    await expect.poll(() => relay.requests).toBe(1)
    publisher.publish('global:all', { type: 'emergency', data: [2] })
    for (const n of [3, 4]) publisher.publish('global:all', { type: 'ambient-batch', data: [n] })
    relay.be('take')
    await expect.poll(() => relay.publications.map(({ data }) => data.data[0]), { timeout: 6000 }).toEqual([2, 4])
    expect(publisher.counters.dropped).toBe(1)
    await publisher.stop()
  })

  // holds rules 7-5
  it('joins what waits when told how, so that nobody is missing from the next batch', async () => {
    const publisher = createPublisher({ call: createRelayCall({ url: relay.url, apiKey: 'k' }), log })
    const join = (older: number[], newer: number[]) => [...older, ...newer]
    relay.be('stall')
    for (let n = 1; n <= 4; n++) publisher.publish('floor:1', aMessage(n), join)
    await expect.poll(() => relay.requests).toBe(1)
    relay.be('take')
    await expect.poll(() => relay.publications.map(({ data }) => data.data), { timeout: 6000 }).toEqual([[2, 3, 4]])
    expect(publisher.counters.dropped).toBe(0)
    await publisher.stop()
  })

  it('lets more channels than requests at once wait for their turn', async () => {
    const answers: (() => void)[] = []
    const publisher = createPublisher({ call: () => new Promise((resolve) => void answers.push(resolve)), log })
    for (let n = 1; n <= 200; n++) publisher.publish(`floor:${n}`, aMessage(n))
    expect(answers.length).toBe(64)
    for (let n = 0; n < 200; n++) {
      await expect.poll(() => answers.length).toBeGreaterThan(n)
      answers[n]!()
    }
    await expect.poll(() => publisher.counters).toEqual({ published: 200, failed: 0, dropped: 0 })
  })

  it('does not let one stalled floor hold up another', async () => {
    const publisher = createPublisher({ call: createRelayCall({ url: relay.url, apiKey: 'k' }), log })
    relay.be('stall')
    publisher.publish('floor:1', aMessage(1))
    await expect.poll(() => relay.requests).toBe(1)
    relay.be('take')
    publisher.publish('floor:2', aMessage(2))
    await expect.poll(() => relay.publications.length).toBe(1)
  })

  it.each(['refuse', 'error-in-200'] as const)('counts the failure when the relay answers with %s', async (mood) => {
    const publisher = createPublisher({ call: createRelayCall({ url: relay.url, apiKey: 'k' }), log })
    relay.be(mood)
    publisher.publish('floor:1', aMessage(1))
    await expect.poll(() => publisher.counters.failed).toBe(1)
  })

  it('never throws without a relay and complains once, not per message', async () => {
    const gone = await aRelayStandIn()
    await gone.stop()
    const publisher = createPublisher({ call: createRelayCall({ url: gone.url, apiKey: 'k' }), log })
    for (let n = 1; n <= 30; n++) {
      publisher.publish('floor:1', aMessage(n))
      await expect.poll(() => publisher.counters.failed).toBe(n)
    }
    const complaints = lines.filter((line) => line['code'] === 'publish_failed')
    expect(complaints).toHaveLength(1)
    expect(complaints[0]!['reason']).toContain('ECONNREFUSED')
  })

  it('publishes nothing when no relay is configured', async () => {
    const publisher = createPublisher({ call: null, log })
    publisher.publish('floor:1', aMessage(1))
    await publisher.stop()
    expect(publisher.counters).toEqual({ published: 0, failed: 0, dropped: 0 })
  })
})
