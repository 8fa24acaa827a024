// A token for one channel admits the one it names to the channel it names, and nobody else.
import { expect, it } from 'vitest'
import type { SubscriptionGrant, Verdict } from '../authentication/authentication.ts'
import type { Session } from './session.ts'
import { readSubscriptionToken } from './subscription-token.ts'

const grant = {
  user: 'u1',
  channel: '$room:x',
  expiresAt: 7,
  info: '{"a":1}',
  data: '2',
  overrides: { presence: true },
}
const read = (verdict: Verdict<SubscriptionGrant> | null, token = 'a token') => {
  const subscription = verdict && (() => verdict)
  const session = { user: 'u1', id: 'c1', context: { authentication: { subscription } } } as unknown as Session
  return readSubscriptionToken(session, '$room:x', token)
}

it('gives what the token grants', () => {
  const { user: _user, channel: _channel, ...granted } = grant
  expect(read({ ok: true, ...grant })).toEqual(granted)
  expect(read({ ok: true, ...grant, client: 'c1' })).toEqual(granted)
})

it.each([
  ['another channel', { channel: '$room:y' }],
  ['another user', { user: 'u2' }],
  ['another connection', { client: 'c2' }],
])('is not for %s', (_, other) => expect(read({ ok: true, ...grant, ...other })).toBe('mismatch'))

it('says why a token is not good', () => {
  for (const reason of ['invalid', 'expired', 'later'] as const) expect(read({ ok: false, reason })).toBe(reason)
})

it('is none where there is none, or where such tokens mean nothing', () => {
  expect(read({ ok: true, ...grant }, '')).toBe('none')
  expect(read(null)).toBe('none')
})
