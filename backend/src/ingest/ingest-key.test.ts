// The shared key speaks for all, a receiver's key for itself, and nothing else is a key.
import { describe, expect, it } from 'vitest'
import { createKeyCheck, keyHashOf } from './ingest-key.ts'

const keys = new Map([[keyHashOf('own-key'), '02a1f0003001']])
const senderOf = createKeyCheck({ ingestKeys: ['a-secret', 'before'], receiverByKeyHash: (hash) => keys.get(hash) })

describe('createKeyCheck', () => {
  it('tells the shared key from the key of a receiver', () => {
    expect(senderOf('Bearer a-secret')).toEqual({ receiverId: null })
    expect(senderOf('Bearer own-key')).toEqual({ receiverId: '02a1f0003001' })
  })

  it.each([
    undefined,
    '',
    'Bearer ',
    'Bearer a-secre',
    'Bearer a-secret ',
    'bearer a-secret',
    'Basic a-secret',
    'a-secret',
    'Bearer null',
    `Bearer ${keyHashOf('own-key')}`,
  ])('knows nobody by %j', (authorization) => {
    expect(senderOf(authorization)).toBeNull()
  })

  it('knows nobody at all without a shared key, except by their own', () => {
    const own = createKeyCheck({ ingestKeys: [], receiverByKeyHash: (hash) => keys.get(hash) })
    expect(own('Bearer null')).toBeNull()
    expect(own('Bearer own-key')).toEqual({ receiverId: '02a1f0003001' })
  })

  it('accepts each shared key, and no other where receivers have none', () => {
    const senders = createKeyCheck({ ingestKeys: ['a-secret', 'before'] })
    expect(senders('Bearer before')).toEqual({ receiverId: null })
    expect(senders('Bearer own-key')).toBeNull()
  })
})
