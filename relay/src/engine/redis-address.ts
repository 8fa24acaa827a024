// Where Redis is at the moment: the configured address, with Sentinel that of the master it names, in a cluster those of all masters,
// asked anew for every connection.
import { setTimeout as pause } from 'node:timers/promises'
import { RedisClient } from 'bun'
import { inTime } from './in-time.ts'
import { slotCount } from './redis-slots.ts'

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
  /** Members of a cluster, `host:port` each; the first that answers says who they all are. */
  clusterAddresses?: readonly string[]
}

/** One Redis, and which slots it has: first and last of each range. */
export type RedisPlace = { url: string; slots: readonly (readonly [from: number, to: number])[] }

const everything = [[0, slotCount - 1]] as const

export async function currentPlaces(settings: RedisSettings): Promise<RedisPlace[]> {
  const { url, sentinel, clusterAddresses } = settings
  if (clusterAddresses) return clusterPlaces(settings, clusterAddresses)
  return [{ url: sentinel ? await masterUrl(settings, sentinel) : url, slots: everything }]
}

/** Milliseconds. A master that was replaced takes publications until it is told so, seconds later, and nobody would ever see them. */
const lookEvery = 500

/** Answers when Redis is elsewhere, or with the signal. */
export async function placesMove(settings: RedisSettings, places: readonly RedisPlace[], signal: AbortSignal) {
  if (!settings.sentinel && !settings.clusterAddresses) return new Promise<void>(() => {})
  while (!signal.aborted) {
    await pause(lookEvery, undefined, { signal }).catch(() => {})
    // Whom to ask may be away for a moment.
    const current = await currentPlaces(settings).catch(() => places)
    if (JSON.stringify(current) !== JSON.stringify(places)) return
  }
}

async function masterUrl(settings: RedisSettings, sentinel: RedisSentinel): Promise<string> {
  const { masterName, user, password, tls } = sentinel
  for (const address of sentinel.addresses) {
    const url = new URL(`${tls ? 'rediss' : 'redis'}://${address}`)
    url.username = encodeURIComponent(user)
    url.password = encodeURIComponent(password)
    const asked = ask({ ...settings, tls }, url.href, 'SENTINEL', ['get-master-addr-by-name', masterName])
    const [host, port] = (await asked.catch(() => [])) as string[]
    if (host && port) return urlAt(settings.url, host, port)
  }
  throw new Error('No Sentinel knows the master.')
}

/** As `CLUSTER SLOTS` tells: first and last slot, the master, its replicas. */
type Shard = [from: number, to: number, master: [host: string | null, port: number]]

async function clusterPlaces(settings: RedisSettings, addresses: readonly string[]): Promise<RedisPlace[]> {
  for (const address of addresses) {
    const { hostname, port } = new URL(`redis://${address}`)
    const asked = ask(settings, urlAt(settings.url, hostname, port), 'CLUSTER', ['SLOTS'])
    const shards = (await asked.catch(() => [])) as Shard[]
    const places = new Map<string, [number, number][]>()
    for (const [from, to, [host, ofMaster]] of shards) {
      const url = urlAt(settings.url, host || hostname, String(ofMaster))
      places.set(url, [...(places.get(url) ?? []), [from, to]])
    }
    const covered = shards.reduce((sum, [from, to]) => sum + to - from + 1, 0)
    if (covered === slotCount)
      return [...places]
        .map(([url, slots]) => ({ url, slots }))
        .toSorted((one, other) => (one.url < other.url ? -1 : 1))
  }
  throw new Error('No member of the cluster knows all of it.')
}

function urlAt(like: string, host: string, port: string): string {
  const url = new URL(like)
  url.host = `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
  return url.href
}

async function ask(
  { connectTimeout, ioTimeout, tls }: RedisSettings,
  url: string,
  command: string,
  args: string[],
): Promise<unknown> {
  const options = { connectionTimeout: connectTimeout, autoReconnect: false, enableOfflineQueue: false, tls }
  const client = new RedisClient(url, options)
  try {
    await inTime(client.connect(), connectTimeout + ioTimeout)
    return await inTime(client.send(command, args), ioTimeout)
  } finally {
    client.close()
  }
}
