// Orders of events that a real network produces only by chance: publications while history is read, queues between two looks.
import { describe, expect, it } from 'vitest'
import { aNode } from './in-process-node.ts'
import { eventually } from './relay-process.ts'

/** An engine whose history answers when told to. */
function lateHistory() {
  const waiting: (() => void)[] = []
  const node = aNode((engine) => ({
    ...engine,
    async history(channel, filter) {
      // Read at once, told later: what is published meanwhile is not in it.
      const history = await engine.history(channel, filter)
      await new Promise<void>((resolve) => waiting.push(resolve))
      return history
    },
  }))
  return { ...node, answer: () => waiting.splice(0).forEach((resolve) => resolve()), waiting }
}

describe('publications that arrive while history is read', () => {
  it('follow the subscribe reply, each once and in order', async () => {
    const { connect, publish, answer, waiting, stop } = lateHistory()
    const { session, frames, data } = connect()
    for (const serial of [1, 2]) await publish('event:1', serial)
    session.receive('{"id":2,"subscribe":{"channel":"event:1","recover":true}}')
    await eventually(() => waiting.length === 1)
    for (const serial of [3, 4]) await publish('event:1', serial)
    expect(frames.map(({ id }) => id)).toEqual([1])
    answer()
    await eventually(() => frames.some(({ id }) => id === 2))
    await publish('event:1', 5)
    await eventually(() => data().length === 3)
    const { publications } = (frames[1]?.['subscribe'] ?? { publications: [] }) as { publications: { data: number }[] }
    expect([...publications.map((publication) => publication.data), ...data()]).toEqual([1, 2, 3, 4, 5])
    await stop()
  })

  it('hold back the commands that came after the subscribe', async () => {
    const { connect, answer, waiting, stop } = lateHistory()
    const { session, frames } = connect()
    session.receive('{"id":2,"subscribe":{"channel":"event:1"}}\n{"id":3,"unsubscribe":{"channel":"event:1"}}')
    session.receive('{"id":4,"rpc":{}}')
    await eventually(() => waiting.length === 1)
    expect(frames.map(({ id }) => id)).toEqual([1])
    answer()
    await eventually(() => frames.length === 4)
    expect(frames.map(({ id }) => id)).toEqual([1, 2, 3, 4])
    expect(session.subscriptions).toEqual([])
    await stop()
  })

  it('do not bring back a client that has left', async () => {
    const { connect, publish, answer, waiting, hub, connections, stop } = lateHistory()
    const { session, frames } = connect()
    session.receive('{"id":2,"subscribe":{"channel":"event:1"}}')
    await eventually(() => waiting.length === 1)
    session.closed()
    answer()
    await publish('event:1', 1)
    await new Promise((resolve) => setImmediate(resolve))
    expect(frames.map(({ id }) => id)).toEqual([1])
    expect({ ...connections.counts(), ...hub.counts() }).toEqual({
      clients: 0,
      users: 0,
      channels: 0,
      subscriptions: 0,
    })
    await stop()
  })
})

it('a client that takes nothing is evicted by what is published, not only by the clock', async () => {
  const { connect, publish, limits, stop } = aNode()
  const slow = connect({ takesNothing: true })
  const healthy = connect()
  for (const { session } of [slow, healthy]) session.receive('{"id":2,"subscribe":{"channel":"global:1"}}')
  const batch = '-'.repeat(50_000)
  for (let serial = 0; serial < 60; serial++) await publish('global:1', serial + batch)
  expect(slow.session.status).toBe('evicted')
  expect(slow.queuedBytes()).toBeLessThan(limits.queueSize * 1.5)
  expect(healthy.data().map((text) => parseInt(String(text)))).toEqual(
    Array.from({ length: 60 }, (_, serial) => serial),
  )
  slow.session.upkeep(Date.now() + 6_000)
  expect(slow.closes).toEqual([3008])
  await stop()
})
