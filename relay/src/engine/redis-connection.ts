// The node's connection to Redis: one socket for commands, one for what nodes publish (the runtime's client takes an error on a
// subscribed socket for its end). When either breaks or falls silent both are replaced; meanwhile every command fails at once.
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { RedisClient } from 'bun'
import type { Log } from '../log.ts'
import { EngineAway } from './engine.ts'
import { scripts } from './redis-scripts.ts'

/** Times in milliseconds. */
export type RedisSettings = { url: string; connectTimeout: number; ioTimeout: number }

export type RedisHandlers = {
  /** What to subscribe to on a new connection, before it is used. */
  channels: () => string[]
  onMessage: (text: string, channel: string) => void
  /** A new connection is in use; `channels` are subscribed. */
  onUp: (channels: readonly string[]) => Promise<void>
}

/** `run` names the Redis process behind it. */
type Link = { commands: RedisClient; listener: RedisClient; run: string }

export type RedisConnection = ReturnType<typeof createRedisConnection>

const beatEvery = 1_000
const shortestPause = 100
const longestPause = 1_000
/** Commands without an answer yet; more means that Redis cannot keep up, and waiting would only take memory. */
const maximumPending = 20_000

export function createRedisConnection(settings: RedisSettings, handlers: RedisHandlers, log: Log) {
  const { url, connectTimeout, ioTimeout } = settings
  let link: Link | null = null
  let pending = 0
  const control = new AbortController()
  const { signal } = control

  async function open({ commands, listener }: Omit<Link, 'run'>): Promise<void> {
    await inTime(Promise.all([commands.connect(), listener.connect()]), connectTimeout + ioTimeout)
    const about = String(await inTime(commands.send('INFO', ['server']), ioTimeout))
    await inTime(Promise.all(scripts.map((script) => commands.send('SCRIPT', ['LOAD', script]))), ioTimeout)
    const channels = handlers.channels()
    await inTime(listener.subscribe(channels, handlers.onMessage), ioTimeout)
    link = { commands, listener, run: /^run_id:(\w+)/m.exec(about)?.[1] ?? '' }
    log.info('connected to Redis')
    // Not waited for, as the connection is watched already; one that could not be brought up to date is replaced.
    handlers.onUp(channels).catch(() => commands.close())
  }

  /** Answers when the connection is not usable any more. */
  function watch({ commands, listener }: Omit<Link, 'run'>): Promise<void> {
    return new Promise((resolve) => {
      const beat = setInterval(() => {
        inTime(Promise.all([commands.send('PING', []), listener.send('PING', [])]), ioTimeout).catch(end)
      }, beatEvery)
      function end(): void {
        clearInterval(beat)
        signal.removeEventListener('abort', end)
        resolve()
      }
      signal.addEventListener('abort', end)
      for (const client of [commands, listener]) client.onclose = end
    })
  }

  async function stayConnected(): Promise<void> {
    const options = { connectionTimeout: connectTimeout, autoReconnect: false, enableOfflineQueue: false }
    let failures = 0
    while (!signal.aborted) {
      const clients = { commands: new RedisClient(url, options), listener: new RedisClient(url, options) }
      try {
        await open(clients)
        // It may have ended before it was watched.
        if (clients.commands.connected && clients.listener.connected) await watch(clients)
      } catch {
        // Said below; the reason may hold the address with its password.
      }
      if (!signal.aborted && (link || failures === 0))
        log.warn('Redis does not answer or refuses the login of REDIS_URL, trying again')
      failures = link ? 0 : failures + 1
      link = null
      clients.commands.close()
      clients.listener.close()
      const pauseFor = Math.min(longestPause, shortestPause * 2 ** failures)
      await pause(pauseFor * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {})
    }
  }

  function send(command: string, args: string[]): Promise<unknown> {
    if (!link) return Promise.reject(new EngineAway())
    if (pending >= maximumPending) return Promise.reject(new Error('Redis does not keep up.'))
    pending++
    const used = link
    return used.commands
      .send(command, args)
      .catch((error: unknown) => {
        throw used === link && used.commands.connected ? error : new EngineAway()
      })
      .finally(() => pending--)
  }

  /** By its hash; an operator may have told Redis to forget. */
  async function run(script: string, keys: string[], args: string[]): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...args]
    try {
      return await send('EVALSHA', [hashOf(script), ...rest])
    } catch (error) {
      if (!String(error).includes('NOSCRIPT')) throw error
      return send('EVAL', [script, ...rest])
    }
  }

  const finished = stayConnected()
  return {
    send,
    run,
    isUp: () => link !== null,
    /** Names the Redis process behind the connection. */
    processRun: () => link?.run ?? '',
    async subscribe(channel: string): Promise<void> {
      if (!link) throw new EngineAway()
      await inTime(link.listener.subscribe(channel, handlers.onMessage), ioTimeout)
    },
    /** A connection that breaks meanwhile has no subscriptions either. */
    unsubscribe: (channel: string) => void link?.listener.unsubscribe(channel).catch(() => {}),
    /** Answers when everything that was published before the call has come in. */
    async catchUp(): Promise<void> {
      if (!link) throw new EngineAway()
      await inTime(link.listener.send('PING', []), ioTimeout)
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

function hashOf(script: string): string {
  const known = hashes.get(script) ?? createHash('sha1').update(script).digest('hex')
  hashes.set(script, known)
  return known
}

/** Rejects after the time. When this process itself was busy, what has arrived meanwhile is looked at first. */
export async function inTime<Answer>(work: Promise<Answer>, milliseconds: number): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setImmediate(reject, new Error('Redis did not answer in time.')), milliseconds)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}
