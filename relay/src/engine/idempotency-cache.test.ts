// The answer to a repeated publication is the first one, for five minutes.
import { expect, it } from 'vitest'
import { createIdempotencyCache } from './idempotency-cache.ts'

const minutes = (count: number) => count * 60_000

it('remembers an answer for five minutes, counted from the last time it was given', () => {
  let now = 0
  const { find, remember } = createIdempotencyCache<string>(() => now)
  remember('a', 'first')
  now = minutes(5) - 1
  expect(find('a')?.result).toBe('first')
  expect(find('b')).toBeUndefined()
  now = minutes(5)
  expect(find('a')).toBeUndefined()
  remember('a', 'second')
  now = minutes(9)
  expect(find('a')?.result).toBe('second')
})

it('sweeps away what is over, and nothing else', () => {
  let now = 0
  const cache = createIdempotencyCache<string>(() => now)
  cache.remember('again', '0')
  cache.remember('old', '1')
  now = minutes(3)
  cache.remember('young', '2')
  cache.remember('again', '3')
  now = minutes(5)
  cache.sweep()
  // As if the clock went back: what was swept is gone for good.
  now = minutes(4)
  expect(['old', 'young', 'again'].map((key) => cache.find(key)?.result)).toEqual([undefined, '2', '3'])
})

it('keeps a hundred thousand, and forgets the oldest first', () => {
  const { find, remember } = createIdempotencyCache<number>(() => 0)
  for (let n = 0; n < 100_000; n++) remember(String(n), n)
  expect(find('0')?.result).toBe(0)
  remember('one more', -1)
  expect([find('0'), find('1')?.result, find('one more')?.result]).toEqual([undefined, 1, -1])
})
