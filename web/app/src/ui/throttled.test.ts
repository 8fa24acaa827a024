import { afterEach, expect, it, vi } from 'vitest'
import { effectScope, nextTick, shallowRef } from 'vue'
import { throttled } from './throttled.ts'

afterEach(() => void vi.useRealTimers())

it('follows at most once in its time, and in the end is what the source is, itself', async () => {
  vi.useFakeTimers()
  const [first, last] = [[{ name: 'Ada' }], [{ name: 'Bob' }]]
  const source = shallowRef(first)
  const scope = effectScope()
  const seen = scope.run(() => throttled(source, 1_000))!
  const change = async (value: typeof first) => {
    source.value = value
    await nextTick()
  }
  expect(seen.value[0], 'not made reactive').toBe(first[0])
  vi.advanceTimersByTime(1_000)
  await change([{ name: 'Cid' }])
  expect(seen.value[0]?.name).toBe('Cid')
  await change([{ name: 'Dan' }])
  await change(last)
  expect(seen.value[0]?.name).toBe('Cid')
  vi.advanceTimersByTime(1_000)
  expect(seen.value[0]).toBe(last[0])
  scope.stop()
})
