// The login limiter's counts in Redis, so that several instances share one limit (REDIS_URL). Redis decides while it answers;
// while it does not, this process decides by its own count, which has been kept all along: never unlimited, nobody locked out
// who has attempts left. Called by parts.ts.
import { replaceWhenSilent } from '@rollcall/tokens/silent-redis'
import type { Attempts, AttemptStore, AttemptWindows } from './attempt-windows.ts'
import type { Log } from './logging.ts'

export type RedisAttemptOptions = {
  readonly url: string
  readonly windowMs: number
  /** The count of this process alone. */
  readonly alone: AttemptWindows
  readonly log: Log
}

export type RedisAttempts = AttemptStore & {
  /** False while this process counts alone. */
  readonly isShared: () => boolean
}

/** Milliseconds. An answer that takes longer is not waited for, and Redis is not asked again before the rest is over. */
const answerMs = 1000
const restMs = 1000
/** A broken or silent connection is noticed and replaced within 5 s, whatever broke it. */
const socket = { connectTimeout: 1000, socketTimeout: 3000, reconnectStrategy: 500 } as const

/** One step for Redis, so that parallel attempts cannot share a count. Only the first attempt sets the window's end. */
const countScript = `
local used = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return { used, left }`

export async function createRedisAttempts(options: RedisAttemptOptions): Promise<RedisAttempts> {
  const { alone, log, windowMs } = options
  // Loaded only where it is used.
  const { createClient } = await import('@redis/client')
  const client = createClient({ url: options.url, socket, disableOfflineQueue: true })
  let shared: boolean | null = null
  let restUntil = 0
  let lastAloneAt = Number.NEGATIVE_INFINITY
  const note = (isShared: boolean) => {
    if (shared === isShared) return
    shared = isShared
    if (isShared) log.info({}, 'login_limiter_shared')
    else log.warn({}, 'login_limiter_alone')
  }
  // The reason may hold the address with its password; that there is one is enough.
  client.on('error', () => note(false))
  client.on('ready', () => note(true))
  client.connect().catch(() => note(false))
  const endWatch = replaceWhenSilent(client)

  const ask = async (key: string, now: number): Promise<Attempts> => {
    const reply = await client.eval(countScript, { keys: [`rollcall:login:${key}`], arguments: [String(windowMs)] })
    const [used, left] = reply as [number, number]
    return { used, resetAt: now + left }
  }
  /** Null when Redis refuses or is too slow. */
  const askInTime = async (key: string, now: number): Promise<Attempts | null> => {
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<null>((resolve) => {
      // After a stall of this process the answer may be there, unread: what has arrived is looked at first.
      timer = setTimeout(() => setImmediate(resolve, null), answerMs)
    })
    const answer = await Promise.race([ask(key, now).catch(() => null), tooLate])
    clearTimeout(timer)
    if (answer === null) restUntil = performance.now() + restMs
    note(answer !== null)
    return answer
  }

  const count = async (key: string, now: number): Promise<Attempts> => {
    const own = alone.count(key, now)
    const common = client.isReady && performance.now() >= restUntil ? await askInTime(key, now) : null
    if (common === null) {
      lastAloneAt = now
      return own
    }
    // Redis knows nothing of the attempts of a window that was partly counted here.
    return own.used > common.used && own.resetAt - windowMs <= lastAloneAt ? own : common
  }

  return {
    count,
    isShared: () => shared === true,
    close: () => {
      alone.close()
      endWatch()
      client.destroy()
    },
  }
}
