// Who may read /metrics: this machine, by address and by name and past no proxy (spec 4.5), and whoever shows METRICS_TOKEN, from anywhere.
// Called by every process that has figures.
import { createHash, timingSafeEqual } from 'node:crypto'

type Asked = {
  readonly address: string | undefined
  /** As in the Host header. */
  readonly host: string
  readonly headers: Readonly<Record<string, unknown>>
}

const proxyTraces = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-real-ip', 'via']

/** By address and by name: a foreign page whose name leads here (DNS rebinding) reads nothing. */
export function isFromThisMachine({ address = '', host, headers }: Asked): boolean {
  const isLoopback = address === '::1' || /^(?:::ffff:)?127\./.test(address)
  const isLocalName = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i.test(host)
  return isLoopback && isLocalName && proxyTraces.every((name) => headers[name] === undefined)
}

/** `Authorization: Bearer …`. On hashes and of all tokens, so that the time tells nothing about any. */
export function showsMetricsToken(authorization: string | null | undefined, tokens: readonly string[]): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (given === undefined) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const candidate = digest(given)
  return tokens.filter((token) => token !== '' && timingSafeEqual(digest(token), candidate)).length > 0
}
