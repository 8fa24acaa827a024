import { describe, expect, it } from 'vitest'
import { wallStatus } from './wall-status.ts'

const facts = { online: true, live: 'live', failed: false, readAt: 1_000, stoppedAt: null } as const

describe('whether the wall board is live', () => {
  it('is live only while updates arrive', () => {
    expect(wallStatus(facts)).toEqual({ kind: 'live', since: null })
    expect(wallStatus({ ...facts, live: 'silent', stoppedAt: 5 })).toEqual({ kind: 'polled', since: 5 })
    expect(wallStatus({ ...facts, live: 'polling', stoppedAt: 5 })).toEqual({ kind: 'polled', since: 5 })
    expect(wallStatus({ ...facts, live: 'off' })).toEqual({ kind: 'polled', since: null })
  })
  it('says nothing of a short gap', () => {
    expect(wallStatus({ ...facts, live: 'reconnecting', stoppedAt: 5 })).toEqual({ kind: 'connecting', since: null })
  })
  it('is lost without a network or when the numbers cannot be read, also while the relay seems to be there', () => {
    expect(wallStatus({ ...facts, online: false })).toEqual({ kind: 'lost', since: 1_000 })
    expect(wallStatus({ ...facts, failed: true })).toEqual({ kind: 'lost', since: 1_000 })
  })
})
