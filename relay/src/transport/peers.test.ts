// Who is at the other end: what a header says counts only when a proxy of ours wrote it.
import { describe, expect, it } from 'vitest'
import { cameThroughProxy, headersToKeep } from './forwarded.ts'
import { createPeers, isAddressRange, isLoopback } from './peers.ts'

const forwarded = (text: string) => new Headers({ 'x-forwarded-for': text })

describe('the address of a client', () => {
  const of = (peers: ReturnType<typeof createPeers>, header: string | null, socket: string) =>
    peers.clientAddress(header === null ? new Headers() : forwarded(header), () => socket)

  it('is what the proxy wrote last, on loopback', () => {
    const peers = createPeers('127.0.0.1', [])
    expect(of(peers, '1.2.3.4, 5.6.7.8 ', '127.0.0.1')).toBe('5.6.7.8')
    expect(of(peers, null, '127.0.0.1')).toBe('127.0.0.1')
    expect(of(peers, '', '127.0.0.1')).toBe('127.0.0.1')
    expect(of(peers, 'x'.repeat(64), '127.0.0.1')).toBe('x'.repeat(64))
    expect(of(peers, 'x'.repeat(65), '127.0.0.1')).toBe('127.0.0.1')
  })

  it('is the peer’s own elsewhere, unless the peer is a proxy of ours', () => {
    const peers = createPeers('0.0.0.0', ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'])
    expect(of(peers, '1.2.3.4', '10.9.8.7')).toBe('1.2.3.4')
    expect(of(peers, '1.2.3.4', '::ffff:10.9.8.7')).toBe('1.2.3.4')
    expect(of(peers, '1.2.3.4', '2001:db8::1')).toBe('1.2.3.4')
    expect(of(peers, '1.2.3.4', '192.0.2.7')).toBe('1.2.3.4')
    expect(of(peers, '1.2.3.4', '192.0.2.8')).toBe('192.0.2.8')
    expect(of(peers, '1.2.3.4', '11.0.0.1')).toBe('11.0.0.1')
    expect(of(peers, '1.2.3.4', 'no address')).toBe('no address')
    expect(of(peers, null, '10.9.8.7')).toBe('10.9.8.7')
  })
})

it('every peer of a relay on loopback is of this machine; elsewhere only those on loopback are', () => {
  const isLocal = (host: string, socket: string) => createPeers(host, ['10.0.0.0/8']).isLocal(() => socket)
  expect(isLocal('localhost', '10.0.0.1')).toBe(true)
  expect(
    ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '10.0.0.1', '::2'].map((one) => isLocal('::', one)),
  ).toEqual([true, true, true, true, false, false])
})

it('knows loopback by name and address', () => {
  expect(['localhost', '127.0.0.1', '::1', '0.0.0.0', '::', 'localhos', '', '1127.0.0.1'].map(isLoopback)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})

it.each([
  ['10.0.0.1', true],
  ['10.0.0.0/8', true],
  ['10.0.0.0/32', true],
  ['10.0.0.0/33', false],
  ['2001:db8::/128', true],
  ['2001:db8::/129', false],
  ['10.0.0.0/', false],
  ['10.0.0.0/x8', false],
  ['10.0.0.0/8x', false],
  ['10.0.0.0/0008', false],
  ['10.0.0.0/8/8', false],
  ['example.org', false],
  ['', false],
])('a range %j: %s', (text, expected) => expect(isAddressRange(text)).toBe(expected))

it('sees a proxy by any of the headers that proxies add', () => {
  for (const name of ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'])
    expect(cameThroughProxy(new Headers({ [name]: 'x' }))).toBe(true)
  expect(cameThroughProxy(new Headers({ host: 'x' }))).toBe(false)
})

it('keeps the headers that a backend is to be told, where there are any', () => {
  const request = new Request('http://relay/', { headers: { cookie: 'a=b', origin: 'x' } })
  expect(headersToKeep(request, new Set(['cookie', 'x-missing']))).toEqual(new Map([['cookie', 'a=b']]))
  expect(headersToKeep(request, new Set())).toBeUndefined()
})
