// Windows of attempts: the login limiter of spec 8 by itself.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createAttemptWindows, type AttemptWindows } from './attempt-windows.ts'
import { loginLimit } from './middleware/login-rate-limit.ts'

const minute = 60_000
let windows: AttemptWindows
const some = (more: { maxKeys?: number; sweepMs?: number; now?: () => number } = {}) =>
  (windows = createAttemptWindows({ attempts: 5, windowMs: 15 * minute, sweepMs: 5 * minute, now: () => 0, ...more }))
afterEach(() => windows.close())

describe('attempt windows', () => {
  it('start with the first attempt, last 15 minutes and are not extended by refused attempts', () => {
    const { count } = some()
    expect([1, 2, 3, 4, 5].map((at) => count('a', at).used)).toEqual([1, 2, 3, 4, 5])
    expect(count('a', 14 * minute + 59_000)).toEqual({ used: 6, resetAt: 15 * minute + 1 })
    expect(count('a', 15 * minute + 1)).toEqual({ used: 1, resetAt: 30 * minute + 1 })
  })

  it('end for a client with attempts left, too', () => {
    const { count } = some()
    count('a', 0)
    expect(count('a', 15 * minute - 1).used).toBe(2)
    expect(count('a', 15 * minute)).toEqual({ used: 1, resetAt: 30 * minute })
  })

  it('forget who has attempts left before who is blocked, also after there was nobody but blocked ones', () => {
    const { count } = some({ maxKeys: 3 })
    for (const key of ['a', 'b', 'c']) for (let attempt = 0; attempt < 5; attempt += 1) count(key, 0)
    // The oldest of the blocked must go for the first, and each of these for the next.
    for (const key of ['d', 'e', 'f']) count(key, 1)
    expect([count('b', 2).used, count('c', 2).used]).toEqual([6, 6])
  })

  it('are watched by no timer any more after they were closed', () => {
    vi.useFakeTimers()
    try {
      const { close } = some()
      expect(vi.getTimerCount()).toBe(1)
      close()
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('never forget a blocked client before one with attempts left', () => {
    const { count, size } = some({ maxKeys: 100 })
    for (let attempt = 0; attempt < 5; attempt += 1) count('blocked', 0)
    for (let other = 0; other < 10_000; other += 1) count(`other-${other}`, 1)
    expect(size()).toBe(100)
    expect(count('blocked', 2).used).toBeGreaterThan(5)
  })

  it('stay bounded when every client is blocked', () => {
    const { count, size } = some({ maxKeys: 10 })
    for (let client = 0; client < 50; client += 1)
      for (let attempt = 0; attempt < 5; attempt += 1) count(`c${client}`, 0)
    expect(size()).toBeLessThanOrEqual(10)
    expect(count('c49', 1).used).toBeGreaterThan(5)
  })

  it('are never more than the most, however many clients come', () => {
    const { count, size } = some()
    for (let client = 0; client < 120_000; client += 1) count(`2001:db8:${client.toString(16)}:0::/64`, client)
    expect(size()).toBe(50_000)
  })

  // holds spec 8-2
  it('of the login limiter are swept every five minutes', () => {
    vi.useFakeTimers({ now: 0 })
    try {
      const { count, size } = (windows = createAttemptWindows({ ...loginLimit, now: Date.now }))
      count('a', Date.now())
      for (let attempt = 0; attempt < 5; attempt += 1) count('blocked', Date.now())
      vi.advanceTimersByTime(minute)
      count('b', Date.now())
      vi.advanceTimersByTime(14 * minute - 1)
      expect(size()).toBe(3)
      vi.advanceTimersByTime(1)
      expect(size()).toBe(1)
      vi.advanceTimersByTime(5 * minute)
      expect(size()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('are swept by themselves', async () => {
    let time = 0
    const { count, size } = some({ sweepMs: 10, now: () => time })
    // More than one turn's work.
    for (let client = 0; client < 12_000; client += 1) count(`a${client}`, 0)
    for (let attempt = 0; attempt < 5; attempt += 1) count('b', 0)
    count('later', 2 * minute)
    time = 16 * minute
    const deadline = Date.now() + 20_000
    while (size() > 1 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5))
    expect([size(), count('later', time).used]).toEqual([1, 2])
  })
})
