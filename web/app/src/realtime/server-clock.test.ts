import { afterEach, beforeEach, expect, it, vi } from 'vitest'

let clock = await import('./server-clock.ts')

const minute = 60_000
/** By the backend's clock, whatever this device says. */
const truth = Date.parse('2026-11-18T12:00:00Z')

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  clock = await import('./server-clock.ts')
})
afterEach(() => void vi.useRealTimers())

/** An answer that takes so long each way, to a device whose clock is off by so much. */
async function ask(offMs: number, thereMs: number, backMs: number): Promise<void> {
  vi.setSystemTime(truth + offMs)
  const answer = clock.learningTime(
    () =>
      new Promise<{ asOf: number }>((resolve) =>
        setTimeout(() => setTimeout(() => resolve({ asOf: truth + thereMs }), backMs), thereMs),
      ),
  )
  await vi.advanceTimersByTimeAsync(thereMs + backMs)
  await answer
}
const offBy = (offMs: number) => Math.abs(clock.serverNow(truth + offMs) - truth)

it('follows the backend where the clock of the device is wrong, either way', async () => {
  await ask(-3 * minute, 100, 100)
  expect(offBy(-3 * minute)).toBeLessThan(200)
  await ask(2 * minute, 100, 100)
  expect(offBy(2 * minute)).toBeLessThan(200)
})

it('leaves a right clock alone, however slow the network is', async () => {
  for (const [thereMs, backMs] of [
    [100, 14_000],
    [14_000, 100],
  ] as const) {
    await ask(0, thereMs, backMs)
    expect(offBy(0)).toBe(0)
  }
})

it('knows it the better the more answers there were', async () => {
  for (const [thereMs, backMs] of [
    [4000, 20],
    [20, 4000],
    [3000, 3000],
  ] as const)
    await ask(-3 * minute, thereMs, backMs)
  expect(offBy(-3 * minute)).toBeLessThan(30)
})

it('dates a decision after those that were seen, and after now where they are older', async () => {
  await ask(-3 * minute, 1, 1)
  expect(clock.decidedAfter([new Date(truth + minute).toISOString(), null, undefined])).toBe('2026-11-18T12:01:00.001Z')
  expect(clock.decidedAfter([new Date(truth - minute).toISOString()])).toBe('2026-11-18T12:00:00.002Z')
  expect(clock.decidedAfter([])).toBe('2026-11-18T12:00:00.002Z')
})

it('keeps what a quick answer taught when a slow one comes, and forgets it when the clock is set right', async () => {
  await ask(-3 * minute, 100, 100)
  const learnt = clock.serverNow(0)
  await ask(-3 * minute, 100, 12_000)
  expect(clock.serverNow(0)).toBe(learnt)
  await ask(0, 200, 200)
  expect(offBy(0)).toBe(0)
})

it('goes by what was kept until somebody answers, and not afterwards', async () => {
  clock.takeOffset(5 * minute)
  expect(clock.serverNow(0)).toBe(5 * minute)
  await ask(-3 * minute, 100, 100)
  clock.takeOffset(5 * minute)
  expect(offBy(-3 * minute)).toBeLessThan(200)
})
