import type { FloorContext } from '@rollcall/contracts/domains/context'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFloorFeed, pollMs, resyncMs } from './floor-feed.ts'

const t = 1_790_000_000_000
const entry = (timestamp: number) =>
  ({
    transmitterId: 'badge',
    floorId: 'f1',
    position: { x: 1, y: 1, xM: 1, yM: 1 },
    timestamp,
    seq: 1,
  }) as PositionEntry
const snapshot = (positions: PositionEntry[], asOf = t) => ({ positions, asOf }) as FloorContext

/** A feed over a hand-driven backend and relay. */
function aFeed({ connected = true }: { connected?: boolean } = {}) {
  const seen: { reads: number; problems: unknown[]; changed: string[][] } = { reads: 0, problems: [], changed: [] }
  const world = {
    connected,
    answer: async () => snapshot([entry(t)]),
    push: (() => undefined) as (data: unknown) => void,
    subscribed: true,
  }
  const feed = createFloorFeed({
    floorId: 'f1',
    readSnapshot: () => {
      seen.reads++
      return world.answer()
    },
    subscribe: (onData) => {
      world.push = onData
      return () => (world.subscribed = false)
    },
    relayConnected: () => world.connected,
    onPositions: (changed) => seen.changed.push([...changed]),
    onSnapshot: () => undefined,
    onProblem: (error) => seen.problems.push(error),
  })
  return { feed, seen, world }
}
const batch = (...data: PositionEntry[]) => ({ type: 'position-batch', data })

describe('createFloorFeed', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('reads a snapshot at once', async () => {
    const { feed, seen } = aFeed()
    await vi.advanceTimersByTimeAsync(0)
    expect(seen.reads).toBe(1)
    expect(feed.positions.get('badge')?.timestamp).toBe(t)
  })
  it('polls every 10 s while the relay is down', async () => {
    const { seen } = aFeed({ connected: false })
    await vi.advanceTimersByTimeAsync(pollMs * 3)
    expect(seen.reads).toBe(4)
  })
  it('only looks now and then while the relay is up', async () => {
    const { seen } = aFeed()
    await vi.advanceTimersByTimeAsync(resyncMs - 1)
    expect(seen.reads).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(seen.reads).toBe(2)
  })
  it('reads at once when the relay goes or returns', async () => {
    const { feed, seen, world } = aFeed()
    await vi.advanceTimersByTimeAsync(0)
    world.connected = false
    feed.reread()
    await vi.advanceTimersByTimeAsync(0)
    expect(seen.reads).toBe(2)
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(seen.reads).toBe(3)
  })
  it('keeps polling after a failed read, and keeps what it has', async () => {
    const { feed, seen, world } = aFeed({ connected: false })
    await vi.advanceTimersByTimeAsync(0)
    world.answer = () => Promise.reject(new Error('down'))
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(seen.problems).toHaveLength(1)
    expect(feed.positions.size).toBe(1)
    world.answer = async () => snapshot([entry(t + 50_000)], t + 50_000)
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(feed.positions.get('badge')?.timestamp).toBe(t + 50_000)
  })
  it('does not let a slow snapshot overwrite what the socket brought meanwhile', async () => {
    const { feed, world } = aFeed()
    world.push(batch(entry(t + 3_000)))
    await vi.advanceTimersByTimeAsync(0)
    expect(feed.positions.get('badge')?.timestamp).toBe(t + 3_000)
  })
  it('ignores messages that are not position batches', () => {
    const { feed, world } = aFeed()
    for (const data of [null, 'x', {}, { type: 'ambient-batch', data: [] }, { type: 'position-batch', data: 'x' }]) {
      world.push(data)
    }
    expect(feed.positions.size).toBe(0)
  })
  it('stops reading and listening when it is stopped', async () => {
    const { feed, seen, world } = aFeed({ connected: false })
    await vi.advanceTimersByTimeAsync(0)
    feed.stop()
    await vi.advanceTimersByTimeAsync(pollMs * 5)
    expect(seen.reads).toBe(1)
    expect(world.subscribed).toBe(false)
  })
})
