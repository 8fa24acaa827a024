import type { Emergency } from '@rollcall/contracts/domains/emergency'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { activeMs, calmMs, countedMs, createActiveFeed } from './active-feed.ts'

const fire = { id: 'fire' } as Emergency

describe('what is active now', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  async function opened(active: Emergency[]) {
    const read = vi.fn<() => Promise<Emergency[]>>(async () => active)
    const listeners = { onRead: vi.fn<(events: readonly Emergency[]) => void>(), onProblem: vi.fn<() => void>() }
    const feed = createActiveFeed({ read, ...listeners })
    await vi.advanceTimersByTimeAsync(0)
    return { feed, read, ...listeners }
  }

  // holds rules 7-6
  it('is read every ten seconds while all is calm, every five while something is active', async () => {
    const calm = await opened([])
    const active = await opened([fire])
    await vi.advanceTimersByTimeAsync(activeMs)
    expect([calm.read.mock.calls.length, active.read.mock.calls.length]).toEqual([1, 2])
    await vi.advanceTimersByTimeAsync(calmMs - activeMs)
    expect([calm.read.mock.calls.length, active.read.mock.calls.length]).toEqual([2, 3])
  })
  it('is read at once when told, and once more when told during a read', async () => {
    const { feed, read } = await opened([])
    void feed.refresh()
    await feed.refresh()
    expect(read).toHaveBeenCalledTimes(3)
  })
  it('is read at once when an emergency begins or ends, once a second while people are ticked off', async () => {
    const { feed, read } = await opened([fire])
    feed.heard('flood', 'active')
    feed.heard('fire', 'resolved')
    await vi.advanceTimersByTimeAsync(0)
    expect(read).toHaveBeenCalledTimes(3)
    for (let tap = 0; tap < 20; tap += 1) feed.heard('fire', 'active')
    await vi.advanceTimersByTimeAsync(countedMs - 1)
    expect(read).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(1)
    expect(read).toHaveBeenCalledTimes(4)
  })
  it('goes on after a failed read', async () => {
    const { read, onRead, onProblem } = await opened([])
    read.mockRejectedValueOnce(new Error('down')).mockResolvedValue([fire])
    await vi.advanceTimersByTimeAsync(calmMs)
    expect(onProblem).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(calmMs)
    expect(onRead).toHaveBeenLastCalledWith([fire])
  })
  it('is not read any more after signing out', async () => {
    const { feed, read } = await opened([])
    feed.stop()
    await vi.advanceTimersByTimeAsync(calmMs * 3)
    expect(read).toHaveBeenCalledTimes(1)
  })
})
