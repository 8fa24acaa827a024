// Who is at the other end of a connection. On loopback every peer is a program of this machine or the reverse proxy on it; on
// another address strangers come too, who write into a header what they like, and see nothing that is meant for this machine.
import { BlockList, isIP } from 'node:net'
import { clientAddress } from './forwarded.ts'

export type Peers = {
  /** Of the client; what a header says counts only when a proxy wrote it. */
  clientAddress: (headers: Headers, socketAddress: () => string) => string
  /** Whether the peer is on this machine. */
  isLocal: (socketAddress: () => string) => boolean
}

const ofLoopback = rangesOf(['127.0.0.0/8', '::1'])

export const isLoopback = (host: string) => host === 'localhost' || isWithin(ofLoopback, host)

export function createPeers(host: string, trustedProxies: readonly string[]): Peers {
  if (isLoopback(host)) return { clientAddress, isLocal: () => true }
  const proxies = rangesOf(trustedProxies)
  return {
    clientAddress(headers, socketAddress) {
      const peer = socketAddress()
      return isWithin(proxies, peer) ? clientAddress(headers, () => peer) : peer
    },
    isLocal: (socketAddress) => isWithin(ofLoopback, socketAddress()),
  }
}

/** An address, or one with the length of its prefix (`10.0.0.0/8`). */
export function isAddressRange(text: string): boolean {
  const [address = '', length, ...more] = text.split('/')
  const version = isIP(address)
  const longest = version === 4 ? 32 : 128
  if (version === 0 || more.length > 0) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= longest)
}

function rangesOf(texts: readonly string[]): BlockList {
  const ranges = new BlockList()
  for (const text of texts) {
    const [address = '', length] = text.split('/')
    if (length === undefined) ranges.addAddress(address, family(address))
    else ranges.addSubnet(address, Number(length), family(address))
  }
  return ranges
}

/** An address of IPv4 that came over IPv6 (`::ffff:10.0.0.1`) is the same one; what is no address is in none. */
const isWithin = (ranges: BlockList, address: string) => ranges.check(address, family(address))

function family(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
