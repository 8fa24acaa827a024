import { describe, expect, it } from 'vitest'
import { radioText } from './radio-text.ts'

describe('radioText', () => {
  it('writes an address in pairs, a UUID in groups, and leaves an id of ours alone', () => {
    expect(radioText('ac233fc00001')).toBe('ac:23:3f:c0:00:01')
    expect(radioText('00112233445566778899aabbccddeeff')).toBe('00112233-4455-6677-8899-aabbccddeeff')
    expect(radioText('1e6b4469-5ad6-4bcb-ade8-2ffd84000000')).toBe('1e6b4469-5ad6-4bcb-ade8-2ffd84000000')
  })
})
