import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHold, holdMs } from './hold.ts'

describe('hold to confirm', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const watched = () => {
    const listeners = {
      onDone: vi.fn<() => void>(),
      onHolding: vi.fn<(now: boolean) => void>(),
      onShort: vi.fn<() => void>(),
    }
    return { ...listeners, hold: createHold(listeners) }
  }

  it('does nothing a moment before the time is over, and acts once when it is', () => {
    const { hold, onDone } = watched()
    hold.press()
    vi.advanceTimersByTime(holdMs - 1)
    expect(onDone).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(onDone).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(holdMs * 3)
    expect(onDone).toHaveBeenCalledTimes(1)
  })
  it('is taken back by letting go early, and says so', () => {
    const { hold, onDone, onShort, onHolding } = watched()
    hold.press()
    vi.advanceTimersByTime(holdMs - 1)
    hold.release()
    vi.advanceTimersByTime(holdMs)
    expect(onDone).not.toHaveBeenCalled()
    expect(onShort).toHaveBeenCalledTimes(1)
    expect(onHolding.mock.calls).toEqual([[true], [false]])
  })
  it('does not add up short presses, nor the repeats of a key held down', () => {
    const { hold, onDone } = watched()
    hold.press()
    vi.advanceTimersByTime(1_000)
    hold.release()
    hold.press()
    vi.advanceTimersByTime(600)
    hold.press()
    expect(onDone).not.toHaveBeenCalled()
    vi.advanceTimersByTime(holdMs - 600)
    expect(onDone).toHaveBeenCalledTimes(1)
  })
  it('is not taken back by letting go afterwards', () => {
    const { hold, onShort } = watched()
    hold.press()
    vi.advanceTimersByTime(holdMs)
    hold.release()
    expect(onShort).not.toHaveBeenCalled()
  })
})
