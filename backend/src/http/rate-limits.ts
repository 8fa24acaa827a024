// Counts calls against the limits of the rows (spec 5.3): what is open to guessing or costly to answer. In process, per account,
// on public rows per client address, or per parameter of the path, as the row says; the server layer's own login limiter (spec 8) stands in front of it.
import type { Limit } from '@rollcall/contracts/endpoint'
import { Refusal } from './refusal.ts'

/** `key` names what is limited, such as the row; `client` who or what is counted. */
export type RateLimits = {
  take(key: string, limit: Limit, client: string): void
  /** The client is one of ours, such as a token that exists: strangers cannot push out its count. */
  confirm(key: string, client: string): void
  /** Counts that are kept. */
  size(): number
}

type Count = { count: number; until: number }

/** Of each kind. Beyond it the oldest count is forgotten, which lets its client begin anew, and nobody else. */
const mostCounts = 50_000

export function createRateLimits(most = mostCounts): RateLimits {
  const strangers = createCounts(most)
  const known = createCounts(most)
  return {
    take(key, limit, client) {
      const now = Date.now()
      const name = nameOf(key, client)
      const counts = known.has(name) ? known : strangers
      const current = counts.get(name)
      const entry = current && current.until > now ? current : { count: 0, until: now + limit.windowMs }
      entry.count++
      if (entry !== current) counts.put(name, entry)
      if (entry.count > limit.max) throw tooMany(limit, entry.until, now)
    },
    confirm(key, client) {
      const name = nameOf(key, client)
      const entry = strangers.get(name)
      if (!entry) return
      strangers.delete(name)
      known.put(name, entry)
    },
    size: () => strangers.size() + known.size(),
  }
}

/** Long enough for every token and address of ours; what is longer is counted together. */
const nameOf = (key: string, client: string) => `${key} ${client.slice(0, 128)}`

function createCounts(most: number) {
  const counts = new Map<string, Count>()
  // A Map keeps the order in which its keys were added, and one iterator goes on from key to key; a new one each time would step over
  // all that were deleted before it, every time.
  const oldest = counts.keys()
  return {
    has: (name: string) => counts.has(name),
    get: (name: string) => counts.get(name),
    delete: (name: string) => counts.delete(name),
    size: () => counts.size,
    put(name: string, entry: Count): void {
      counts.delete(name)
      if (counts.size >= most) counts.delete(oldest.next().value!)
      counts.set(name, entry)
    },
  }
}

function tooMany(limit: Limit, until: number, now: number): Refusal {
  return new Refusal('too_many_requests', undefined, {
    'x-ratelimit-limit': String(limit.max),
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(Math.ceil(until / 1000)),
    'retry-after': String(Math.ceil((until - now) / 1000)),
  })
}
