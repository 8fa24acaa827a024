// The node's connection to Redis. When it breaks or falls silent it is replaced; meanwhile every command fails at once.
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { EngineUnavailable } from './engine.ts'
import { inTime } from './in-time.ts'
import { currentUrl, type RedisSettings } from './redis-address.ts'
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

export function createRedisConnection(settings: RedisSettings, handlers: RedisHandlers, log: Log) {
  const { ioTimeout } = settings
  /** `run` names the Redis process behind it. */
  let open: (RedisSockets & { run: string }) | null = null
  let pending = 0
  const control = new AbortController()
  const { signal } = control

  async function use(sockets: RedisSockets): Promise<void> {
    const { run, subscribed } = await openSockets(sockets, settings, handlers.channels, handlers.onMessage)
    open = { ...sockets, run }
    log.info('connected to Redis')
    // Not waited for, as the connection is watched already; one that could not be brought up to date is replaced.
    handlers.onUp(subscribed).catch(() => sockets.commands.close())
    await socketsEnd(sockets, ioTimeout, signal)
  }

  async function stayConnected(): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      const url = await currentUrl(settings).catch(() => null)
      const sockets = url === null ? null : newSockets(url, settings)
      // Said below; the reason may hold the address with its password.
      if (sockets) await use(sockets).catch(() => {})
      if (!signal.aborted && (open || failures === 0))
        log.warn('Redis does not answer or refuses the login of REDIS_URL, trying again')
      if (!signal.aborted && open) handlers.onDown()
      failures = open ? 0 : failures + 1
      open = null
      sockets?.commands.close()
      sockets?.listener.close()
      const pauseFor = Math.min(longestPause, shortestPause * 2 ** failures)
      await pause(pauseFor * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {})
    }
  }

  function send(command: string, args: string[]): Promise<unknown> {
    if (!open) return Promise.reject(new EngineUnavailable())
    if (pending >= maximumPending) return Promise.reject(new Error('Redis does not keep up.'))
    pending++
    const used = open
    return used.commands
      .send(command, args)
      .catch((error: unknown) => {
        // No longer the master: another one is, by now or soon.
        if (String(error).includes('READONLY')) used.commands.close()
        throw used === open && used.commands.connected ? error : new EngineUnavailable()
      })
      .finally(() => pending--)
  }

  const finished = stayConnected()
  return {
    send,
    isUp: () => open !== null,
    /** Names the Redis process behind the connection. */
    processRun: () => open?.run ?? '',
    async subscribe(channel: string): Promise<void> {
      if (!open) throw new EngineUnavailable()
      await inTime(open.listener.subscribe(channel, handlers.onMessage), ioTimeout)
    },
    /** A connection that breaks meanwhile has no subscriptions either. */
    unsubscribe: (channel: string) => void open?.listener.unsubscribe(channel).catch(() => {}),
    /** Answers when everything that was published before the call has come in. */
    async catchUp(): Promise<void> {
      if (!open) throw new EngineUnavailable()
      await inTime(open.listener.send('PING', []), ioTimeout)
    },
    /** After what was sent before has been done. */
    async stop(): Promise<void> {
      await inTime(send('PING', []), ioTimeout).catch(() => {})
      control.abort()
      await finished
    },
  }
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
