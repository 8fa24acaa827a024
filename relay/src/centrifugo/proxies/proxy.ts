// A backend that decides about clients, as the configuration has it. Rules of channels name such; `ask-proxy.ts` asks them.
import type { RedisTls } from '../../engine/redis-address.ts'
import type { Disconnect } from '../../protocol/disconnects.ts'
import type { ProtocolError } from '../../protocol/errors.ts'

export type ProxyRefusal = { error: ProtocolError } | { disconnect: Disconnect }

export type Proxy = {
  name: string
  endpoint: string
  /** Milliseconds. */
  timeout: number
  /** Names in small letters: of the request that opened the connection … */
  headers: readonly string[]
  /** … and of those that the client says it has, in its connect command. */
  emulatedHeaders: readonly string[]
  staticHeaders: Readonly<Record<string, string>>
  /** Data goes out in Base64. */
  isBinary: boolean
  includesMeta: boolean
  /** What an HTTP status means. */
  refusals: ReadonlyMap<number, ProxyRefusal>
  tls: RedisTls | undefined
}
