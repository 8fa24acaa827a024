// Who is calling, directly and through proxies (rules 4).
import { describe, expect, it } from 'vitest'
import { clientAddress, createTrustedProxies, limiterKey, plainAddress } from './client-address.ts'

describe('the client address', () => {
  const none = createTrustedProxies([])
  const proxies = createTrustedProxies(['127.0.0.1', '10.0.0.0/8', '2001:db8:1::/48'])

  // holds rules 4-14
  it('is the peer when the peer is not a trusted proxy, whatever it says', () => {
    expect(clientAddress('9.9.9.9', '1.2.3.4', none)).toBe('9.9.9.9')
    expect(clientAddress('9.9.9.9', '1.2.3.4', proxies)).toBe('9.9.9.9')
  })

  // holds rules 4-14
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['6.6.6.6, 203.0.113.7', '203.0.113.7'],
    ['6.6.6.6, 203.0.113.7, 10.1.2.3', '203.0.113.7'],
    ['203.0.113.7:55123', '203.0.113.7'],
    ['"[2001:db8::1]:443"', '2001:db8::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:FFFF:203.0.113.7', '203.0.113.7'],
    ['6.6.6.6, ::ffff:0a01:0203', '6.6.6.6'],
    ['10.9.9.9, 10.1.2.3', '10.9.9.9'],
    ['unknown', '127.0.0.1'],
    ['1.2.3.4, garbage', '127.0.0.1'],
    ['', '127.0.0.1'],
    [Array.from({ length: 2000 }, () => '6.6.6.6').join(','), '6.6.6.6'],
  ])('behind a trusted proxy is the right-most untrusted entry of %j', (forwarded, expected) => {
    expect(clientAddress('127.0.0.1', forwarded, proxies)).toBe(expected)
  })

  it('is empty for a socket that is already gone', () => {
    expect(clientAddress('', '1.2.3.4', proxies)).toBe('')
  })

  it('refuses ranges that are none', () => {
    for (const wrong of ['localhost', '10.0.0.0/33', '10.0.0.0/x', '1.2.3', '10.0.0.0/8/8']) {
      expect(() => createTrustedProxies([wrong])).toThrow(/not an address|must be >= 0|out of range/)
    }
  })
})

describe('what the limiter counts by', () => {
  // holds rules 4-15
  it('is the address for IPv4, mapped or not', () => {
    expect(limiterKey(plainAddress('::ffff:1.2.3.4'))).toBe('1.2.3.4')
  })

  // holds rules 4-15
  it('is the /64 for IPv6', () => {
    const keys = ['2001:db8:0:1::1', '2001:0db8:0000:0001:ffff::9', '2001:db8:0:1:a:b:c:d'].map(limiterKey)
    expect(new Set(keys)).toEqual(new Set(['2001:db8:0:1::/64']))
    expect(limiterKey('2001:db8:0:2::1')).not.toBe(keys[0])
    expect(limiterKey('::1')).toBe('0:0:0:0::/64')
  })

  it('is one key for a link-local address on any interface', () => {
    expect(plainAddress('fe80::1%eth0')).toBe('fe80::1')
  })
})
