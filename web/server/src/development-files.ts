// While developing, pages, scripts and styles come from Vite (APP_DEV_URL), but through this layer: on its address and with its headers,
// as in production. Hot updates go to Vite itself. Stands in for static-files.ts; `npm run dev` sets it.
import { refuse, sendProblem } from './problem.ts'
import { createForward } from './proxy/forward.ts'
import { requestHeaders } from './proxy/forwarded-headers.ts'
import { createUpstream } from './proxy/upstream.ts'
import { writeIdleMs } from './reply.ts'
import type { StaticFiles } from './static-files.ts'

/** Vite compiles what is asked for first while the browser waits. */
const timeoutMs = 120_000

export function createDevelopmentFiles(origin: string): StaticFiles {
  const limits = { atOnce: 64, waiting: 2048, readWaitsMs: 30_000, stalled: 256, connectTimeoutMs: 3000 }
  const upstream = createUpstream({ origin, ...limits })
  const forward = createForward(upstream, () => undefined)
  return (context) => {
    context.route = 'static'
    const { method, path, query } = context
    if (method !== 'GET' && method !== 'HEAD') {
      return sendProblem(context, refuse('method_not_allowed', ['Allow', 'GET, HEAD']))
    }
    const headers = requestHeaders(context, null)
    forward(context, { method, target: path + query, headers, body: null, timeoutMs, idleMs: timeoutMs, writeIdleMs })
  }
}
