// Limits per route (spec 5.3): what is open to guessing or costly to answer. In process, per client address; the server layer's
// own login limiter (spec 8) stands in front of it.
import { Refusal } from './refusal.ts'

type Limit = { readonly max: number; readonly windowMs: number }

const minute = 60_000
const limitsByRow: Readonly<Record<string, Limit>> = {
  'auth.login': { max: 60, windowMs: minute },
  'auth.backendLogin': { max: 60, windowMs: minute },
  'auth.changePassword': { max: 20, windowMs: minute },
  'users.resetPassword': { max: 60, windowMs: minute },
  'phoneBeacon.view': { max: 30, windowMs: minute },
  'phoneBeacon.completeEnrollment': { max: 30, windowMs: minute },
  'muster.link': { max: 60, windowMs: minute },
  'muster.answerLink': { max: 60, windowMs: minute },
  'personnel.exportCsv': { max: 20, windowMs: minute },
  'personnel.exportPdf': { max: 20, windowMs: minute },
  'muster.reportCsv': { max: 20, windowMs: minute },
  'muster.reportPdf': { max: 20, windowMs: minute },
  'audit.export': { max: 20, windowMs: minute },
  'audit.verify': { max: 10, windowMs: minute },
  'weather.refresh': { max: 10, windowMs: minute },
}

export type RateLimits = { take(key: string, client: string): void }

export function createRateLimits(): RateLimits {
  const counts = new Map<string, { count: number; until: number }>()
  return {
    take(key, client) {
      const limit = limitsByRow[key]
      if (!limit) return
      const now = Date.now()
      if (counts.size > 50_000) forgetPast(counts, now)
      const known = counts.get(`${key} ${client}`)
      const entry = known && known.until > now ? known : { count: 0, until: now + limit.windowMs }
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
