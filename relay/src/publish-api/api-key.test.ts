// Where the publisher's key is looked for, and which keys are good.
import { describe, expect, it } from 'vitest'
import { createKeyCheck, showsKey } from './api-key.ts'

const isKey = createKeyCheck(['the new key', 'the former key'])

it('takes each of its keys, and nothing else', () => {
  expect(['the new key', 'the former key', 'the new keY', 'the new', '', null].map(isKey)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
  expect([createKeyCheck([])(''), createKeyCheck([])('x')]).toEqual([false, false])
})

describe('a request', () => {
  const shows = (headers: Record<string, string>, { every = true, query = '' } = {}) =>
    showsKey(new Request(`http://relay/api/publish${query}`, { headers }), isKey, every)

  it('shows its key in the header', () => {
    for (const every of [true, false]) {
      expect(shows({ 'x-api-key': 'the new key' }, { every })).toBe(true)
      expect(shows({ 'x-api-key': 'another' }, { every })).toBe(false)
      expect(shows({}, { every })).toBe(false)
    }
  })

  it('shows it elsewhere only where Centrifugo’s rules hold', () => {
    const [header, address] = [{ authorization: 'apikey  the new key' }, { query: '?x=1&api_key=the%20new%20key' }]
    expect([shows(header), shows({}, address)]).toEqual([true, true])
    expect([shows(header, { every: false }), shows({}, { ...address, every: false })]).toEqual([false, false])
    expect(shows({ authorization: 'ApiKey the former key' })).toBe(true)
    expect(shows({}, { query: '?api_key=another' })).toBe(false)
  })

  it.each(['the new key', 'apikeythe new key', 'bearer the new key', 'x apikey the new key'])(
    'does not show it as %s',
    (authorization) => expect(shows({ authorization })).toBe(false),
  )

  it('is judged by its own header first, then by its address', () => {
    expect(shows({ 'x-api-key': 'another', authorization: 'apikey the new key' })).toBe(false)
    expect(shows({ 'x-api-key': 'another' }, { query: '?api_key=the%20new%20key' })).toBe(true)
  })
})
