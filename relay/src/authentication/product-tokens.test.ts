// The product's own tokens: a user and an end, and no channels of their own.
import { expect, it } from 'vitest'
import { createRelayToken } from '@rollcall/tokens/relay-token'
import { productTokens } from './product-tokens.ts'

const [secret, former] = ['a secret of the relay, long enough', 'the one before it, also long enough']
const { connection, subscription } = productTokens([secret, former])
const now = Math.floor(Date.now() / 1000)
const token = (iat: number, exp: number, signedWith = secret) => createRelayToken({ sub: 'u1', iat, exp }, signedWith)

it('names the user and when it ends, and grants no channel', () => {
  const verdict = connection(token(now, now + 600))
  expect(verdict).toEqual({ ok: true, user: 'u1', expiresAt: (now + 600) * 1000, channels: new Map() })
  expect(connection(token(now, now + 600, former)).ok).toBe(true)
  expect(subscription).toBeNull()
})

it('tells one that is over, or not valid yet, from one that is no good', () => {
  expect(connection(token(now - 900, now - 300))).toEqual({ ok: false, reason: 'expired' })
  expect(connection(token(now + 900, now + 1200))).toEqual({ ok: false, reason: 'expired' })
  expect(connection(token(now, now + 600, 'a secret of somebody else, long'))).toEqual({ ok: false, reason: 'invalid' })
  expect(connection('nothing of ours')).toEqual({ ok: false, reason: 'invalid' })
})
