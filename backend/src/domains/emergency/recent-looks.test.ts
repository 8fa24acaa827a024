// Boards are made ahead while somebody looks, and only then. The clock is the test's.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRecentLooks } from './recent-looks.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const times = { everyMs: 600, forMs: 3000 }

it('makes ready what was looked at lately, each kind once, until nobody looks any more', async () => {
  const prepare = vi.fn<(looks: readonly string[]) => Promise<void>>(async () => undefined)
  const looks = createRecentLooks({ ...times, prepare })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(prepare).not.toHaveBeenCalled()
  for (const key of ['a', 'b', 'a']) looks.note(key, `board ${key}`)
  await vi.advanceTimersByTimeAsync(2900)
  looks.note('b', 'board b')
  await vi.advanceTimersByTimeAsync(60_000)
  const prepared = prepare.mock.calls.map(([some]) => some.join())
  expect([...new Set(prepared)]).toEqual(['board a,board b', 'board b'])
  // Whoever looks every few seconds keeps it going; one who left does not.
  expect(prepared.length).toBeLessThan(20)
  expect(vi.getTimerCount()).toBe(0)
})

it('goes on after a failure, and does nothing once it is stopped', async () => {
  const prepare = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('The database is away')))
  const looks = createRecentLooks({ ...times, prepare })
  looks.note('a', null)
  await vi.advanceTimersByTimeAsync(1500)
  expect(prepare).toHaveBeenCalledTimes(2)
  await looks.stop()
  looks.note('a', null)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(prepare).toHaveBeenCalledTimes(2)
})
