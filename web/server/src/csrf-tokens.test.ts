// CSRF tokens by themselves: random, and in the strict profile signed for one session.
import { describe, expect, it } from 'vitest'
import { createCsrfTokens } from './csrf-tokens.ts'

const [current, former] = ['the secret of today, long enough', 'the secret of yesterday, long enough']

it('are random and anybody’s where they are not bound', () => {
  const { create, isOurs } = createCsrfTokens({ bindingSecrets: null })
  expect(create('a')).toMatch(/^[\w-]{32}$/)
  expect(create('a')).not.toBe(create('a'))
  expect(isOurs('anything', 'a')).toBe(true)
})

describe('bound tokens', () => {
  const { create, isOurs } = createCsrfTokens({ bindingSecrets: [current, former] })

  it('are for the session they were made for, and for no other', () => {
    const token = create('a session')
    expect([isOurs(token, 'a session'), isOurs(token, 'another'), isOurs(token, undefined)]).toEqual([
      true,
      false,
      false,
    ])
    const before = create(undefined)
    expect([isOurs(before, undefined), isOurs(before, ''), isOurs(before, 'a session')]).toEqual([true, true, false])
  })

  it('are still good when they were signed with the secret before, and never with another', () => {
    const signedWith = (secret: string) => createCsrfTokens({ bindingSecrets: [secret] }).create('a')
    expect(
      [current, former, 'a secret of somebody else, long'].map((secret) => isOurs(signedWith(secret), 'a')),
    ).toEqual([true, true, false])
    // The first one signs.
    expect(createCsrfTokens({ bindingSecrets: [current] }).isOurs(create('a'), 'a')).toBe(true)
  })

  it('are none without their signature, or with a part of it', () => {
    const token = create('a')
    const [value = '', signature = ''] = token.split('.')
    for (const wrong of [value, `${value}.`, `.${signature}`, `${token}x`, token.slice(0, -1), `x${token}`, '', '.'])
      expect([wrong, isOurs(wrong, 'a')]).toEqual([wrong, false])
  })
})
