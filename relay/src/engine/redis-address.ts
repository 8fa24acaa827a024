// Where Redis is at the moment: the configured address, or with Sentinel that of the master it names, asked anew for every connection.
import { RedisClient } from 'bun'
import { inTime } from './in-time.ts'

/** Texts are PEM; what is left out is the machine's own. */
export type RedisTls = { ca?: string; cert?: string; key?: string; serverName?: string; rejectUnauthorized?: boolean }

export type RedisSentinel = {
  /** `host:port` each; the first that answers counts. */
  addresses: readonly string[]
  masterName: string
  user: string
  password: string
  tls: RedisTls | undefined
}

/** Times in milliseconds. */
export type RedisSettings = {
  url: string
  connectTimeout: number
  ioTimeout: number
  tls?: RedisTls
  /** Whom to ask where the master is, instead of the address in `url`. */
  sentinel?: RedisSentinel
}

export async function currentUrl({ url, sentinel, connectTimeout, ioTimeout }: RedisSettings): Promise<string> {
  if (!sentinel) return url
  for (const address of sentinel.addresses) {
    const [host, port] = await askSentinel(address, sentinel, connectTimeout, ioTimeout).catch(() => [])
    if (!host || !port) continue
    const current = new URL(url)
    current.host = `${host.includes(':') ? `[${host}]` : host}:${port}`
    return current.href
  }
  throw new Error('No Sentinel knows the master.')
}

async function askSentinel(
  address: string,
  { masterName, user, password, tls }: RedisSentinel,
  connectTimeout: number,
  ioTimeout: number,
): Promise<string[]> {
  const url = new URL(`${tls ? 'rediss' : 'redis'}://${address}`)
  url.username = encodeURIComponent(user)
  url.password = encodeURIComponent(password)
  const options = { connectionTimeout: connectTimeout, autoReconnect: false, enableOfflineQueue: false, tls }
  const client = new RedisClient(url.href, options)
  try {
    await inTime(client.connect(), connectTimeout + ioTimeout)
    return (await inTime(client.send('SENTINEL', ['get-master-addr-by-name', masterName]), ioTimeout)) as string[]
  } finally {
    client.close()
  }
}
