// POST /api/proxy/error-log (spec 4.2): an error seen in a browser becomes one line of our log, bounded and without secrets.
import { ErrorReport } from '@rollcall/contracts/domains/server-layer'
import type { z } from 'zod'
import type { AttemptWindows } from '../attempt-windows.ts'
import { limiterKey } from '../client-address.ts'
import type { Log } from '../logging.ts'
import { maskedText } from '../masked-text.ts'
import { refuse, sendProblem } from '../problem.ts'
import { clientGone, type BodyLimits } from '../proxy/read-body.ts'
import { validatedBody } from '../proxy/validated-body.ts'
import { sendData } from '../reply.ts'
import type { RequestContext } from '../request-context.ts'

export const errorLogLimit = { attempts: 60, windowMs: 60_000, sweepMs: 60_000 } as const

export type ErrorLogOptions = {
  readonly log: Log
  readonly windows: AttemptWindows
  readonly bodyLimits: BodyLimits
  readonly now: () => number
}

export function createErrorLogRoute(options: ErrorLogOptions): (context: RequestContext) => Promise<void> {
  return async (context) => {
    const { used, resetAt } = options.windows.count(limiterKey(context.client), options.now())
    if (used > errorLogLimit.attempts) {
      const seconds = Math.max(1, Math.ceil((resetAt - options.now()) / 1000))
      return sendProblem(context, refuse('too_many_requests', ['Retry-After', String(seconds)]))
    }
    const body = await validatedBody(context, ErrorReport, options.bodyLimits)
    if (body === clientGone) return
    if ('code' in body) return sendProblem(context, body)
    const { message, source, stack, page } = body.value as z.infer<typeof ErrorReport>
    const masked = (text: string | undefined) => text && maskedText(text)
    const report = { message: masked(message), source: masked(source), stack: masked(stack), page: masked(page) }
    options.log.warn({ ...report, userId: context.auth?.userId, requestId: context.requestId }, 'browser_error')
    sendData(context, undefined)
  }
}
