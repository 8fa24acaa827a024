import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, shallowRef } from 'vue'
import { createPlaceMemory, restMs, unseenMs, useSteady } from './steady-list.ts'

describe('a list under a working hand', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  function held() {
    const source = shallowRef(1)
    return { source, ...effectScope().run(() => useSteady(source, (value) => value === 0))! }
  }

  it('stands still from the first touch until the hand has rested, then is what it should be', () => {
    const { source, steady, touch } = held()
    touch()
    source.value = 2
    vi.advanceTimersByTime(restMs - 1)
    touch()
    vi.advanceTimersByTime(restMs - 1)
    expect(steady.value).toBe(1)
    vi.advanceTimersByTime(1)
    expect(steady.value).toBe(2)
  })
  it('follows a moment later while no hand is there, however often it changes', () => {
    const { source, steady } = held()
    source.value = 2
    vi.advanceTimersByTime(restMs - 1)
    source.value = 3
    expect(steady.value).toBe(1)
    vi.advanceTimersByTime(1)
    expect(steady.value).toBe(3)
  })
  it('follows at once when another choice was made, and from nothing', () => {
    const { source, steady, touch, rest } = held()
    touch()
    source.value = 0
    rest()
    expect(steady.value).toBe(0)
    source.value = 4
    expect(steady.value).toBe(4)
  })
})

describe('a row that came under the finger', () => {
  it('takes no tap until it can have been seen; rows that stayed take it', () => {
    let now = 1_000
    const places = createPlaceMemory(() => now)
    const before = new Map([
      ['anna', 100],
      ['ben', 200],
    ])
    places.moved(
      before,
      new Map([
        ['anna', 104],
        ['ben', 100],
        ['cleo', 300],
      ]),
    )
    const may = () => ['anna', 'ben', 'cleo'].map(places.mayTap)
    expect(may()).toEqual([true, false, false])
    now += unseenMs
    expect(may()).toEqual([true, true, true])
  })
})
