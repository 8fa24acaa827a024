// The Host rule (rules 4): exactly one `host[:port]`, else 400. Runtimes build URLs from it, and a crafted one moves the
// path. Called by request-context.ts and relay-upgrade.ts.
import type { IncomingMessage } from 'node:http'

const hostAndPort = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]{0,252})|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/

export const isHost = (text: string) => hostAndPort.test(text)

export function readHost(request: IncomingMessage): string | null {
  const host = request.headers.host
  return host !== undefined && isHost(host) && countHosts(request.rawHeaders) === 1 ? host : null
}

/** Node keeps the first of several Host headers and says nothing; the reader behind us might keep the last. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}
