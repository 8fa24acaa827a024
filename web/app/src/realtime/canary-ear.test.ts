import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createCanaryEar, missedAfterMs, type CanaryEar, type Hearing } from './canary-ear.ts'

let ear: CanaryEar
let hearing: Hearing
let delay: number | null
beforeEach(() => {
  vi.useFakeTimers()
  hearing = 'not-yet'
  ear = createCanaryEar({ onHearing: (next) => (hearing = next), onDelay: (next) => (delay = next) })
  ear.connected()
})
afterEach(() => void vi.useRealTimers())
const canary = (sentAt: number, delayMs: number | null = 120) => ({ type: 'canary', data: { sentAt, delayMs } })

it('hears, knows the delay, and notices when nothing comes any more', () => {
  ear.hear(canary(Date.now()))
  expect([hearing, delay]).toEqual(['yes', 120])
  vi.advanceTimersByTime(10_000)
  ear.hear(canary(Date.now(), 90))
  vi.advanceTimersByTime(missedAfterMs - 1)
  expect([hearing, delay]).toEqual(['yes', 90])
  vi.advanceTimersByTime(1)
  expect(hearing).toBe('no')
  ear.hear(canary(Date.now()))
  expect(hearing).toBe('yes')
})

it('does not take the one that the relay has kept for a new one', () => {
  const kept = canary(Date.now() - 40_000)
  ear.hear(kept)
  expect(hearing).toBe('not-yet')
  vi.advanceTimersByTime(missedAfterMs)
  expect(hearing).toBe('no')
  ear.connected()
  ear.hear(kept)
  expect(hearing).toBe('not-yet')
})

it('hears on a device whose clock is wrong, from the second on', () => {
  ear.hear(canary(Date.now() - 3_600_000))
  expect(hearing).toBe('not-yet')
  ear.hear(canary(Date.now() - 3_590_000))
  expect(hearing).toBe('yes')
})

it('stays as it was over a short reconnection', () => {
  ear.hear(canary(Date.now()))
  ear.connected()
  expect(hearing).toBe('yes')
})
