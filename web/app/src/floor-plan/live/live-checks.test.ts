import { describe, expect, it } from 'vitest'
import { liveChecks } from './live-checks.ts'
import type { CheckFacts } from './live-checks.ts'

const fine: CheckFacts = {
  negotiated: 'answered',
  relay: 'connected',
  origin: 'https://site.example',
  batchAgeMs: 900,
  ambientAgeMs: 4_000,
  readingAgeMs: 1_000,
}
const states = (facts: Partial<CheckFacts>) => liveChecks({ ...fine, ...facts }).map(({ state }) => state)
const textOf = (name: string, facts: Partial<CheckFacts>) =>
  liveChecks({ ...fine, ...facts }).find((check) => check.name === name)?.text ?? ''
const adviceOf = (name: string, facts: Partial<CheckFacts>) =>
  liveChecks({ ...fine, ...facts }).find((check) => check.name === name)?.advice ?? ''

describe('liveChecks', () => {
  it('is content when everything works', () => {
    expect(states({})).toEqual(['good', 'good', 'good', 'good'])
  })
  // holds spec 7-8
  it('names the four settings when negotiate fails', () => {
    const text = adviceOf('Address and token', { negotiated: { refused: 'The backend cannot be reached.' } })
    expect(text).toContain('REALTIME_CLIENT_URL, REALTIME_PUBLISH_URL, REALTIME_API_KEY and REALTIME_HMAC_SECRET')
  })
  // holds spec 7-11
  it('points at upgrade and origins when the connection fails', () => {
    const text = adviceOf('Connection to the relay', { relay: 'connecting' })
    expect(text).toContain('/connection/websocket')
    expect(text).toContain('https://site.example')
  })
  // holds spec 7-9
  it('tells missing publishing from missing readings', () => {
    expect(adviceOf('Positions of this floor', { batchAgeMs: 120_000 })).toContain('publishing')
    expect(textOf('Positions of this floor', { batchAgeMs: null, readingAgeMs: 600_000 })).toContain('receivers')
  })
  it('keeps settings of the installation out of what everybody reads', () => {
    const broken: Partial<CheckFacts> = { negotiated: { refused: 'No.' }, relay: 'connecting', batchAgeMs: null }
    for (const { text } of liveChecks({ ...fine, ...broken, ambientAgeMs: null }))
      expect(text).not.toMatch(/[A-Z]{4,}|:all/)
  })
  // holds spec 7-10
  it('draws no conclusion from silence on the channel of ambient devices', () => {
    expect(states({ ambientAgeMs: null }).at(-1)).toBe('plain')
    expect(adviceOf('Ambient devices', { ambientAgeMs: null })).toContain('global:all')
  })
})
