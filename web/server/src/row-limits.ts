// How often a row that the server layer answers itself may be called, by one client or with one parameter, as the row says. Limits of forwarded rows are the
// backend's business. Used by api-routes.ts.
import type { Endpoint } from '@rollcall/contracts/endpoint'
import { createAttemptWindows, type AttemptWindows } from './attempt-windows.ts'
import { limiterKey } from './client-address.ts'
import { refuse, sendProblem } from './problem.ts'
import type { RequestContext } from './request-context.ts'

type Route = (context: RequestContext) => void | Promise<void>

export type RowLimits = {
  /** The route itself where its row has no limit. */
  readonly limited: (row: Endpoint, route: Route) => Route
  readonly close: () => void
}

export function createRowLimits(now: () => number): RowLimits {
  const created: AttemptWindows[] = []
  return {
    limited: (row, route) => {
      const { limit } = row
      if (limit === null) return route
      const { max, windowMs } = limit
      const windows = createAttemptWindows({ attempts: max, windowMs, sweepMs: windowMs, now })
      created.push(windows)
      return (context) => {
        const { used, resetAt } = windows.count(keyOf(row, context), now())
        if (used <= max) return route(context)
        const seconds = Math.max(1, Math.ceil((resetAt - now()) / 1000))
        return sendProblem(context, refuse('too_many_requests', ['Retry-After', String(seconds)]))
      }
    },
    close: () => created.forEach((windows) => windows.close()),
  }
}

/** The client, or the part of the path that the limit is about, whoever calls. */
function keyOf({ limit, path }: Endpoint, context: RequestContext): string {
  const at = path.split('/').indexOf(`{${limit?.per}}`)
  return at === -1 ? limiterKey(context.client) : (context.path.split('/')[at] ?? '')
}
