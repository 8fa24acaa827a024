import { afterEach, expect, it, vi } from 'vitest'
import { perMinute } from '@rollcall/contracts/endpoint'
import { createRateLimits, type RateLimits } from './rate-limits.ts'

afterEach(() => {
  vi.useRealTimers()
})

const limit = perMinute(3, 'token')
const isRefused = (limits: RateLimits, client: string) => {
  try {
    limits.take('muster.link', limit, client)
    return false
  } catch {
    return true
  }
}

// holds rules 9-13
it('counts each token by itself', () => {
  const limits = createRateLimits()
  expect([1, 2, 3, 4].map(() => isRefused(limits, 'a'))).toEqual([false, false, false, true])
  expect(isRefused(limits, 'b')).toBe(false)
})

it('keeps so many counts and no more, however many different tokens a stranger sends', () => {
  const limits = createRateLimits()
  for (let guess = 0; guess < 1_000_000; guess++) limits.take('muster.link', limit, `guess ${guess}`)
  expect(limits.size()).toBe(50_000)
})

it('lets no guess push out the count of a token that exists, nor block it', () => {
  const limits = createRateLimits(1000)
  for (let call = 0; call < 3; call++) limits.take('muster.link', limit, 'real')
  limits.confirm('muster.link', 'real')
  limits.confirm('muster.link', 'real')
  for (let guess = 0; guess < 100_000; guess++) limits.take('muster.link', limit, `guess ${guess}`)
  expect(isRefused(limits, 'real')).toBe(true)
  expect(isRefused(limits, 'another real one')).toBe(false)
  expect(limits.size()).toBe(1001)
})

it('keeps little of a token that is far too long', () => {
  const limits = createRateLimits()
  for (let call = 0; call < 3; call++) limits.take('muster.link', limit, `${'x'.repeat(10_000)}${call}`)
  expect(isRefused(limits, 'x'.repeat(10_001))).toBe(true)
})

it('says when the next call is answered, and answers it then', () => {
  vi.useFakeTimers({ now: 90_000 })
  const limits = createRateLimits()
  for (let call = 0; call < 3; call++) limits.take('muster.link', limit, 'a')
  const refusal = {
    code: 'too_many_requests',
    headers: {
      'x-ratelimit-limit': '3',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '150',
      'retry-after': '60',
    },
  }
  expect(() => limits.take('muster.link', limit, 'a')).toThrow(expect.objectContaining(refusal))
  vi.setSystemTime(149_999)
  refusal.headers['retry-after'] = '1'
  expect(() => limits.take('muster.link', limit, 'a')).toThrow(expect.objectContaining(refusal))
  vi.setSystemTime(150_000)
  expect(isRefused(limits, 'a')).toBe(false)
})

it('forgets the count that began first, however often its client calls', () => {
  const limits = createRateLimits(2)
  for (const client of ['a', 'b', 'a', 'b', 'b', 'a', 'a']) isRefused(limits, client)
  expect(isRefused(limits, 'c')).toBe(false)
  expect(isRefused(limits, 'b')).toBe(true)
  expect(isRefused(limits, 'a')).toBe(false)
})

it('keeps one count of a client that turns out to be ours', () => {
  const limits = createRateLimits()
  limits.take('muster.link', limit, 'real')
  limits.confirm('muster.link', 'real')
  expect(limits.size()).toBe(1)
})
