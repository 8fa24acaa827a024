// POST /api/proxy/error-log (spec 4.2): an error seen in a browser becomes one line of our log, bounded and without secrets.
import { ErrorReport } from '@rollcall/contracts/domains/server-layer'
import type { z } from 'zod'
import type { Log } from '../logging.ts'
import { maskedText } from '../masked-text.ts'
import { sendProblem } from '../problem.ts'
import { clientGone, type BodyLimits } from '../proxy/read-body.ts'
import { validatedBody } from '../proxy/validated-body.ts'
import { sendData } from '../reply.ts'
import type { RequestContext } from '../request-context.ts'

export type ErrorLogOptions = {
  readonly log: Log
  readonly bodyLimits: BodyLimits
}

export function createErrorLogRoute(options: ErrorLogOptions): (context: RequestContext) => Promise<void> {
  return async (context) => {
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
