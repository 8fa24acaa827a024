import type { FloorContext } from '@rollcall/contracts/domains/context'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFloorFeed, pollMs, resyncMs } from './floor-feed.ts'

/** A feed over a hand-driven backend and relay. */
function aFeed({ connected = true }: { connected?: boolean } = {}) {
  const seen: { reads: number; problems: unknown[]; snapshots: FloorContext[] } = {
    reads: 0,
    problems: [],
    snapshots: [],
  }
  const world = { connected, answer: async () => ({ asOf: seen.reads }) as FloorContext }
  const feed = createFloorFeed({
    readSnapshot: () => {
      seen.reads++
      return world.answer()
    },
    relayConnected: () => world.connected,
    onSnapshot: (snapshot) => seen.snapshots.push(snapshot),
    onProblem: (error) => seen.problems.push(error),
  })
  return { feed, seen, world }
}

describe('createFloorFeed', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('reads a snapshot at once', async () => {
    const { seen } = aFeed()
    await vi.advanceTimersByTimeAsync(0)
    expect(seen.snapshots).toEqual([{ asOf: 1 }])
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
  it('keeps polling after a failed read', async () => {
    const { seen, world } = aFeed({ connected: false })
    await vi.advanceTimersByTimeAsync(0)
    world.answer = () => Promise.reject(new Error('down'))
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(seen.problems).toHaveLength(1)
    world.answer = async () => ({ asOf: 7 }) as FloorContext
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(seen.snapshots).toEqual([{ asOf: 1 }, { asOf: 7 }])
  })
  it('stops reading when it is stopped, and says nothing of a read that was on its way', async () => {
    const { feed, seen } = aFeed({ connected: false })
    feed.stop()
    await vi.advanceTimersByTimeAsync(pollMs * 5)
    expect(seen).toEqual({ reads: 1, problems: [], snapshots: [] })
  })
})
