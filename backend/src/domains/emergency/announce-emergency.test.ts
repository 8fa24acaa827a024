// How often pages are told: at once, then seldom, and of the last change always.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAnnounceEmergency } from './announce-emergency.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** `published`: the versions on the emergency's own channel. */
function anAnnouncer() {
  const state = { version: 1, announced: 1, fails: false, takes: true, reads: 0 }
  const warnings: unknown[] = []
  const published: number[] = []
  const { announce, stop } = createAnnounceEmergency({
    async read(eventId) {
      state.reads += 1
      if (state.fails) throw new Error('no database')
      return { eventId, version: state.version, announced: state.announced }
    },
    record: async (_, version) => void (state.announced = version),
    publisher: {
      async deliver(channel, message, once) {
        const { version } = message.data as { version: number }
        expect(message.type).toBe('emergency')
        expect(once).toEqual({ key: `e ${version}`, ...(channel === 'event:e' ? { version } : {}) })
        if (channel === 'event:e' && state.takes) published.push(version)
        return state.takes
      },
    },
    log: { warn: (fields: unknown, text?: unknown) => void warnings.push([fields, text]) },
  })
  const change = () => {
    state.version += 1
    announce({ id: 'e' })
  }
  return { state, published, warnings, change, announce: () => announce({ id: 'e' }), stop }
}

it('tells the first change at once, of many that follow the last one, and then nothing', async () => {
  const { published, change } = anAnnouncer()
  change()
  await vi.advanceTimersByTimeAsync(0)
  expect(published).toEqual([2])
  for (let n = 0; n < 20; n += 1) change()
  await vi.advanceTimersByTimeAsync(599)
  expect(published).toEqual([2])
  await vi.advanceTimersByTimeAsync(1)
  expect(published).toEqual([2, 22])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(published).toEqual([2, 22])
  change()
  await vi.advanceTimersByTimeAsync(0)
  expect(published).toEqual([2, 22, 23])
})

it('is at most three in two seconds while something changes all the time', async () => {
  const { published, change } = anAnnouncer()
  for (let n = 0; n < 100; n += 1) {
    change()
    await vi.advanceTimersByTimeAsync(20)
  }
  await vi.advanceTimersByTimeAsync(1000)
  expect(published.length).toBeLessThanOrEqual(5)
  expect(published.at(-1)).toBe(101)
})

it('tries again when what changed cannot be read, and says so', async () => {
  const { state, published, warnings, change } = anAnnouncer()
  state.fails = true
  change()
  await vi.advanceTimersByTimeAsync(2500)
  const said = [
    { code: 'announcement_failed', err: new Error('no database') },
    'Pages hear of a change of an emergency later.',
  ]
  expect([published, warnings]).toEqual([[], [said, said]])
  state.fails = false
  await vi.advanceTimersByTimeAsync(2000)
  expect(published).toEqual([2])
})

it('tells and says nothing after it was stopped, not even what failed at that moment', async () => {
  const { state, published, warnings, change, stop } = anAnnouncer()
  state.fails = true
  change()
  stop()
  await vi.advanceTimersByTimeAsync(0)
  state.fails = false
  await vi.advanceTimersByTimeAsync(10_000)
  change()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([published, warnings]).toEqual([[], []])
})

it('tells a version once, however often it is asked to, and again until it is taken', async () => {
  const { state, published, warnings, change, announce } = anAnnouncer()
  change()
  await vi.advanceTimersByTimeAsync(3000)
  announce()
  await vi.advanceTimersByTimeAsync(30_000)
  expect([published, state.reads]).toEqual([[2], 2])
  state.takes = false
  change()
  await vi.advanceTimersByTimeAsync(5000)
  state.takes = true
  await vi.advanceTimersByTimeAsync(5000)
  expect([published, state.announced, warnings]).toEqual([[2, 3], 3, []])
})
