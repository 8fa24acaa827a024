// Counts calls against the limits of the rows (spec 5.3): what is open to guessing or costly to answer. In process, per client address; the server layer's
// own login limiter (spec 8) stands in front of it.
import type { Limit } from '@rollcall/contracts/endpoint'
import { Refusal } from './refusal.ts'

/** `key` names what is limited, such as the row. */
export type RateLimits = { take(key: string, limit: Limit, client: string): void }

export function createRateLimits(): RateLimits {
  const counts = new Map<string, { count: number; until: number }>()
  return {
    take(key, limit, client) {
      const now = Date.now()
      if (counts.size > 50_000) forgetPast(counts, now)
      const current = counts.get(`${key} ${client}`)
      const entry = current && current.until > now ? current : { count: 0, until: now + limit.windowMs }
      entry.count++
      counts.set(`${key} ${client}`, entry)
      if (entry.count > limit.max) throw tooMany(limit, entry.until, now)
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

function forgetPast(counts: Map<string, { until: number }>, now: number): void {
  for (const [key, entry] of counts) if (entry.until <= now) counts.delete(key)
}
