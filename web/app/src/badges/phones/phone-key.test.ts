import { describe, expect, it } from 'vitest'
import { phoneKey, platformOf } from './phone-key.ts'

describe('phoneKey', () => {
  const key = '000102030405060708090a0b0c0d0eff'
  it('takes hex in any grouping', () => {
    for (const written of [key, key.toUpperCase(), `0x${key}`, ` ${key.match(/../g)?.join(':')} `]) {
      expect(phoneKey(written)).toBe(key)
    }
  })
  it('takes base64 of 16 bytes', () => {
    expect(phoneKey(Buffer.from(key, 'hex').toString('base64'))).toBe(key)
  })
  it('refuses everything else', () => {
    for (const written of ['', key.slice(2), `${key}00`, 'zz'.repeat(16), 'AAAA']) expect(phoneKey(written)).toBeNull()
  })
})

describe('platformOf', () => {
  it('knows the two kinds of phone', () => {
    expect(platformOf('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)')).toBe('ios')
    expect(platformOf('Mozilla/5.0 (Linux; Android 16; Pixel)')).toBe('android')
    expect(platformOf('Mozilla/5.0 (X11; Linux x86_64)')).toBe('other')
  })
})
