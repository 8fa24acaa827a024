// The two sockets of a connection to Redis, one for commands and one for what nodes publish (the runtime's client takes an error on
// a subscribed socket for its end): how they are opened and when they are of no use any more. Used by `redis-connection.ts`.
import { RedisClient } from 'bun'
import { inTime } from './in-time.ts'
import type { RedisPlace, RedisSettings } from './redis-address.ts'
import { mapScripts } from '../map/redis-map-scripts.ts'
import { scripts } from './redis-scripts.ts'

/** With the slots of the Redis behind them. */
export type RedisSockets = { commands: RedisClient; listener: RedisClient; slots: RedisPlace['slots'] }

const beatEvery = 1_000

export function newSockets({ url, slots }: RedisPlace, { connectTimeout, tls }: RedisSettings): RedisSockets {
  const options = { connectionTimeout: connectTimeout, autoReconnect: false, enableOfflineQueue: false, tls }
  return { commands: new RedisClient(url, options), listener: new RedisClient(url, options), slots }
}

/** Subscribes to the channels; answers the name of the Redis process behind the sockets. */
export async function openSockets(
  { commands, listener }: RedisSockets,
  { connectTimeout, ioTimeout }: RedisSettings,
  channels: () => string[],
  onMessage: (text: string, channel: string) => void,
): Promise<{ run: string; subscribed: string[] }> {
  await inTime(Promise.all([commands.connect(), listener.connect()]), connectTimeout + ioTimeout)
  const about = String(await inTime(commands.send('INFO', ['server']), ioTimeout))
  await inTime(
    Promise.all([...scripts, ...mapScripts].map((script) => commands.send('SCRIPT', ['LOAD', script]))),
    ioTimeout,
  )
  const subscribed = channels()
  if (subscribed.length > 0) await inTime(listener.subscribe(subscribed, onMessage), ioTimeout)
  return { run: /^run_id:(\w+)/m.exec(about)?.[1] ?? '', subscribed }
}

/** Answers when one of them broke or fell silent, or with the signal. */
export function socketsEnd(
  { commands, listener }: RedisSockets,
  ioTimeout: number,
  signal: AbortSignal,
): Promise<void> {
  // It may have ended before it was watched.
  if (!commands.connected || !listener.connected) return Promise.resolve()
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
