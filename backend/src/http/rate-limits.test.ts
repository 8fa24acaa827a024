import { expect, it } from 'vitest'
import { perMinute } from '@rollcall/contracts/endpoint'
import { createRateLimits, type RateLimits } from './rate-limits.ts'

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
