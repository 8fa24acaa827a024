// The node's one connection to Redis: for commands and for what other nodes publish, so that both come in the order in which
// Redis did them. When it breaks or falls silent it is replaced; meanwhile every command fails at once.
import { createHash } from 'node:crypto'
import { RedisClient } from 'bun'
import type { Log } from '../log.ts'

/** Times in milliseconds. */
export type RedisSettings = { url: string; connectTimeout: number; ioTimeout: number }

export type RedisHandlers = {
  /** What to subscribe to on a new connection, before it is used. */
  channels: () => string[]
  onMessage: (text: string, channel: string) => void
  /** A new connection is in use; `channels` are subscribed. */
  onUp: (channels: readonly string[]) => Promise<void>
}

export type RedisConnection = ReturnType<typeof createRedisConnection>

const beatEvery = 1_000
const shortestPause = 100
const longestPause = 1_000
/** Commands without an answer yet; more means that Redis cannot keep up, and waiting would only take memory. */
const maximumPending = 20_000

export function createRedisConnection(settings: RedisSettings, handlers: RedisHandlers, log: Log) {
  const { url, connectTimeout, ioTimeout } = settings
  let link: { client: RedisClient; run: string } | null = null
  let pending = 0
  let isStopping = false
  const stopping = Promise.withResolvers<void>()

  /** Rejects when the connection cannot be used. Answers once it is not usable any more. */
  async function useConnection(client: RedisClient): Promise<void> {
    const gone = new Promise<void>((resolve) => {
      client.onclose = () => resolve()
    })
    await inTime(client.connect(), connectTimeout + ioTimeout)
    const about = String(await inTime(client.send('INFO', ['server']), ioTimeout))
    const channels = handlers.channels()
    await inTime(client.subscribe(channels, handlers.onMessage), ioTimeout)
    link = { client, run: /^run_id:(\w+)/m.exec(about)?.[1] ?? '' }
    log.info('connected to Redis')
    // Watched from now on; a connection that could not be brought up to date is replaced.
    handlers.onUp(channels).catch(() => client.close())
    for (;;) {
      const isOver = await Promise.race([gone.then(() => true), stopping.promise.then(() => true), pause(beatEvery)])
      if (isOver) return
      await inTime(client.send('PING', []), ioTimeout)
    }
  }

  async function stayConnected(): Promise<void> {
    let failures = 0
    while (!isStopping) {
      const client = new RedisClient(url, {
        connectionTimeout: connectTimeout,
        autoReconnect: false,
        enableOfflineQueue: false,
      })
      try {
        await useConnection(client)
      } catch {
        // Said below; the reason may hold the address with its password.
      }
      if (!isStopping && (link || failures === 0)) log.warn('Redis does not answer, trying again')
      failures = link ? 0 : failures + 1
      link = null
      client.close()
      const pauseFor = Math.min(longestPause, shortestPause * 2 ** failures)
      await Promise.race([stopping.promise, pause(pauseFor * (0.5 + Math.random() / 2))])
    }
  }

  function send(command: string, args: string[]): Promise<unknown> {
    if (!link) return Promise.reject(new Error('Redis is not connected.'))
    if (pending >= maximumPending) return Promise.reject(new Error('Redis does not keep up.'))
    pending++
    return link.client.send(command, args).finally(() => pending--)
  }

  /** Redis knows a script by its hash after the first time, until it is restarted or told to forget. */
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
      if (!link) throw new Error('Redis is not connected.')
      await link.client.subscribe(channel, handlers.onMessage)
    },
    /** A connection that breaks meanwhile has no subscriptions either. */
    unsubscribe: (channel: string) => void link?.client.unsubscribe(channel).catch(() => {}),
    /** After what was sent before has been done. */
    async stop(): Promise<void> {
      await inTime(send('PING', []), ioTimeout).catch(() => {})
      isStopping = true
      stopping.resolve()
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

function pause(milliseconds: number): Promise<false> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds, false))
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
