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
    ['"203.0.113.7"', '203.0.113.7'],
    ['x"203.0.113.7"', '127.0.0.1'],
    ['1"2.3.4.5"', '127.0.0.1'],
    ['"1.2.3.4"5', '127.0.0.1'],
    ['203.10.113.7:80', '203.10.113.7'],
    ['"203.0.113.7"x', '127.0.0.1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['x[2001:db8::1]', '127.0.0.1'],
    ['[2001:db8::1]x', '127.0.0.1'],
    ['[2001:db8::1]:123456', '127.0.0.1'],
    ['x203.0.113.77:80', '127.0.0.1'],
    ['203.0.113.77:80x', '127.0.0.1'],
    ['203.0.113.77:80', '203.0.113.77'],
    ['2001:db8:1::7, 203.0.113.7', '203.0.113.7'],
    ['203.0.113.7, 2001:db8:1::7', '203.0.113.7'],
    ['203.0.113.7, 2001:db8:2::7', '2001:db8:2::7'],
    [Array.from({ length: 2000 }, () => '6.6.6.6').join(','), '6.6.6.6'],
  ])('behind a trusted proxy is the right-most untrusted entry of %j', (forwarded, expected) => {
    expect(clientAddress('127.0.0.1', forwarded, proxies)).toBe(expected)
  })

  it('is empty for a socket that is already gone', () => {
    expect(clientAddress('', '1.2.3.4', proxies)).toBe('')
  })

  it('is what the peer was told, when nothing was forwarded', () => {
    expect(clientAddress('127.0.0.1', undefined, proxies)).toBe('127.0.0.1')
  })

  it('trusts an address, and a range, of either family, and no more', () => {
    const trusts = createTrustedProxies(['192.0.2.1', '10.0.0.0/8', '2001:db8::5', '2001:db8:1::/48'])
    const asked = [
      '192.0.2.1',
      '192.0.2.2',
      '10.255.0.1',
      '11.0.0.1',
      '2001:db8::5',
      '2001:db8::6',
      '2001:db8:1::9',
      '',
    ]
    expect(asked.filter(trusts)).toEqual(['192.0.2.1', '10.255.0.1', '2001:db8::5', '2001:db8:1::9'])
    expect(createTrustedProxies([])('127.0.0.1')).toBe(false)
  })

  it('refuses ranges that are none', () => {
    // Read as a number, the first would be every address there is.
    const lengths = ['10.0.0.0/', '10.0.0.0/ 8', '10.0.0.0/8 ', '10.0.0.0/0x8', '10.0.0.0/1e1']
    for (const wrong of ['localhost', '10.0.0.0/33', '10.0.0.0/x', '1.2.3', '10.0.0.0/8/8', ...lengths]) {
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
    expect(plainAddress('fe80::1%eth0%1')).toBe('fe80::1')
  })

  it('is no IPv4 address where one only stands in another text', () => {
    for (const text of ['1::ffff:1.2.3.4', '::ffff:1.2.3.4.5', '::ffff:1.2.3']) expect(plainAddress(text)).toBe(text)
    expect(plainAddress('::FFFF:10.20.30.40')).toBe('10.20.30.40')
  })

  it('is the /64 also where zeros are left out at either end', () => {
    expect(limiterKey('2001:db8::')).toBe('2001:db8:0:0::/64')
    expect(limiterKey('::2:3:4:5:6')).toBe('0:0:0:2::/64')
    expect(limiterKey('1:2:3:4:5:6:7:8')).toBe('1:2:3:4::/64')
    expect(limiterKey('1::3:4:5:6:7:8')).toBe('1:0:3:4::/64')
  })
})
