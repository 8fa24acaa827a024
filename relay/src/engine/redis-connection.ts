// The node's connection to Redis, to all masters of a cluster. When it breaks or falls silent, or one of a cluster's does, it is
// replaced; meanwhile every command fails at once.
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { EngineUnavailable } from './engine.ts'
import { inTime } from './in-time.ts'
import { currentPlaces, placesMove, type RedisPlace, type RedisSettings } from './redis-address.ts'
import { keyOf, slotOf } from './redis-slots.ts'
import { newSockets, openSockets, socketsEnd, type RedisSockets } from './redis-sockets.ts'

export type RedisHandlers = {
  /** What to subscribe to on a new connection, before it is used. */
  channels: () => string[]
  onMessage: (text: string, channel: string) => void
  /** A new connection is in use; `channels` are subscribed. */
  onUp: (channels: readonly string[]) => Promise<void>
  /** The connection in use broke. */
  onDown: () => void
}

export type RedisConnection = ReturnType<typeof createRedisConnection>

const shortestPause = 100
const longestPause = 1_000
/** Commands without an answer yet; more means that Redis cannot keep up, and waiting would only take memory. */
const maximumPending = 20_000
/** Of a master that is none any more, or no more for this key: who is must be asked. */
const elsewhere = /^(\w*Error: )?(READONLY|MOVED|ASK|CLUSTERDOWN|TRYAGAIN) /

/** `run` names the Redis process behind it. */
type OpenRedis = RedisSockets & { run: string }

// Long because what is open, what is on its way and when to look again are one state of one connection.
export function createRedisConnection(settings: RedisSettings, handlers: RedisHandlers, log: Log) {
  const { ioTimeout } = settings
  let open: OpenRedis[] | null = null
  let pending = 0
  const control = new AbortController()
  const { signal } = control

  async function use(all: readonly RedisSockets[], places: readonly RedisPlace[]): Promise<void> {
    const opened = await Promise.all(
      all.map(async (sockets) => {
        const own = () => handlers.channels().filter((channel) => isAt(sockets, channel))
        return { ...sockets, ...(await openSockets(sockets, settings, own, handlers.onMessage)) }
      }),
    )
    open = opened
    log.info('connected to Redis')
    // Not waited for, as the connection is watched already; one that could not be brought up to date is replaced.
    const subscribed = opened.flatMap((one) => one.subscribed)
    handlers.onUp(subscribed).catch(() => opened[0]?.commands.close())
    const watching = new AbortController()
    const ends = opened.map((sockets) => socketsEnd(sockets, ioTimeout, signal))
    await Promise.race([...ends, placesMove(settings, places, watching.signal)])
    watching.abort()
  }

  /** The Redis that has the key. */
  function at(key: string): OpenRedis {
    const found = open?.length === 1 ? open[0] : open?.find((sockets) => isAt(sockets, key))
    if (!found) throw new EngineUnavailable()
    return found
  }

  async function stayConnected(): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      const places = await currentPlaces(settings).catch(() => [])
      const sockets = places.map((place) => newSockets(place, settings))
      // Said below; the reason may hold the address with its password.
      if (sockets.length > 0) await use(sockets, places).catch(() => {})
      if (!signal.aborted && (open || failures === 0))
        log.warn('Redis does not answer or refuses the login of REDIS_URL, trying again')
      if (!signal.aborted && open) handlers.onDown()
      failures = open ? 0 : failures + 1
      open = null
      for (const { commands, listener } of sockets) {
        commands.close()
        listener.close()
      }
      const pauseFor = Math.min(longestPause, shortestPause * 2 ** failures)
      await pause(pauseFor * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {})
    }
  }

  function send(command: string, args: string[]): Promise<unknown> {
    if (!open) return Promise.reject(new EngineUnavailable())
    if (pending >= maximumPending) return Promise.reject(new Error('Redis does not keep up.'))
    const used = at(keyOf(command, args) ?? '')
    pending++
    return used.commands
      .send(command, args)
      .catch((error: unknown) => {
        if (elsewhere.test(String(error))) used.commands.close()
        throw open?.includes(used) && used.commands.connected ? error : new EngineUnavailable()
      })
      .finally(() => pending--)
  }

  const finished = stayConnected()
  return {
    send,
    isUp: () => open !== null,
    /** Names the Redis process that has the key. */
    processRun: (key: string) => at(key).run,
    async subscribe(channel: string): Promise<void> {
      await inTime(at(channel).listener.subscribe(channel, handlers.onMessage), ioTimeout)
    },
    /** A connection that breaks meanwhile has no subscriptions either. */
    unsubscribe(channel: string): void {
      if (open)
        at(channel)
          .listener.unsubscribe(channel)
          .catch(() => {})
    },
    /** Answers when everything that was published before the call has come in. */
    async catchUp(): Promise<void> {
      if (!open) throw new EngineUnavailable()
      await inTime(Promise.all(open.map(({ listener }) => listener.send('PING', []))), ioTimeout)
    },
    /** After what was sent before has been done. */
    async stop(): Promise<void> {
      const asked = Promise.all(open?.map(({ commands }) => commands.send('PING', [])) ?? [])
      await inTime(asked, ioTimeout).catch(() => {})
      control.abort()
      await finished
    },
  }
}

function isAt({ slots }: RedisSockets, key: string): boolean {
  const slot = slotOf(key)
  return slots.some(([from, to]) => slot >= from && slot <= to)
}

const hashes = new Map<string, string>()

/** By its hash; an operator may have told Redis to forget it. */
export async function runScript(
  { send }: RedisConnection,
  script: string,
  keys: string[],
  args: string[],
): Promise<unknown> {
  const rest = [String(keys.length), ...keys, ...args]
  try {
    return await send('EVALSHA', [hashOf(script), ...rest])
  } catch (error) {
    if (!String(error).includes('NOSCRIPT')) throw error
    return send('EVAL', [script, ...rest])
  }
}

function hashOf(script: string): string {
  const hash = hashes.get(script) ?? createHash('sha1').update(script).digest('hex')
  hashes.set(script, hash)
  return hash
}
