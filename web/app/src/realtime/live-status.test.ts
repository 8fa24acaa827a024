import { describe, expect, it } from 'vitest'
import { liveState } from './live-status.ts'

const facts = { started: true, relay: 'connected', hearing: 'yes', late: false, pollingWorks: true } as const

describe('liveState', () => {
  it('is live while the relay is connected, whatever polling does', () => {
    expect(liveState(facts)).toBe('live')
    expect(liveState({ ...facts, pollingWorks: false })).toBe('live')
  })
  it('is never live while nothing comes', () => {
    expect(liveState({ ...facts, hearing: 'not-yet' })).toBe('reconnecting')
    expect(liveState({ ...facts, hearing: 'no' })).toBe('silent')
  })
  it('is reconnecting for a moment, then polling when snapshots arrive', () => {
    expect(liveState({ ...facts, relay: 'connecting' })).toBe('reconnecting')
    expect(liveState({ ...facts, relay: 'connecting', late: true })).toBe('polling')
    expect(liveState({ ...facts, relay: 'disconnected', late: true })).toBe('polling')
  })
  it('does not claim to poll when snapshots fail', () => {
    expect(liveState({ ...facts, relay: 'connecting', late: true, pollingWorks: false })).toBe('reconnecting')
  })
  it('is off when nobody wants live data', () => {
    expect(liveState({ ...facts, started: false })).toBe('off')
  })
})
