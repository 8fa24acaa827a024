// Who is calling (rules 4): the socket's address, unless the peer is a trusted proxy; then the right-most untrusted entry
// of X-Forwarded-For. Called once per request by request-context.ts; limiter and audit use what it says.
import { BlockList, isIP, SocketAddress } from 'node:net'

export type TrustedProxies = (address: string) => boolean

/** Accepts addresses and CIDR ranges; throws on anything else (config.ts turns that into a sentence). */
export function createTrustedProxies(ranges: readonly string[]): TrustedProxies {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits, ...rest] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (isIP(address) === 0 || rest.length > 0) throw new RangeError('not an address or a CIDR range')
    if (bits === undefined) list.addAddress(address, family)
    else if (/^\d{1,3}$/.test(bits)) list.addSubnet(address, Number(bits), family)
    else throw new RangeError('not an address or a CIDR range')
  }
  if (ranges.length === 0) return () => false
  // A socket that is already gone has no address, and the list would throw.
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** A dual-stack socket reports IPv4 peers as `::ffff:a.b.c.d`, link-local ones with `%interface`; one client, one spelling. */
export function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  return mapped?.[1] ?? address.replace(/%.*$/, '')
}

export function clientAddress(peer: string, forwardedFor: string | undefined, isTrusted: TrustedProxies): string {
  if (forwardedFor === undefined || !isTrusted(peer)) return peer
  let nearest = peer
  for (const entry of forwardedFor.split(',').reverse()) {
    const address = entryAddress(entry.trim())
    // Behind a malformed entry nothing can be believed, not even its left neighbours.
    if (address === null) return peer
    nearest = address
    if (!isTrusted(address)) break
  }
  return nearest
}

/** What the login limiter counts by: an IPv4 address, or an IPv6 /64, which is what one household or machine is given. */
export function limiterKey(address: string): string {
  return isIP(address) === 6 ? [...expandIpv6(address).slice(0, 4), '', '/64'].join(':') : address
}

/** `1.2.3.4`, `1.2.3.4:80`, `2001:db8::1`, `[2001:db8::1]:443`, each possibly in double quotes. */
function entryAddress(entry: string): string | null {
  const text = entry.replace(/^"(.*)"$/, '$1')
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(text)
  const address = plainAddress(bracketed?.[1] ?? withPort?.[1] ?? text)
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : null
  // In the one spelling a socket would report: `::ffff:102:304` and `0:0:0:0:0:ffff:1.2.3.4` are the same client.
  return plainAddress(new SocketAddress({ address, family: 'ipv6' }).address)
}

function expandIpv6(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...missing, ...right].map((group) => group.replace(/^0+(?=.)/, ''))
}
