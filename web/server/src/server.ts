// The server layer as one HTTP server (spec 1): every request gets a context, passes the middlewares in order and reaches a
// route. main.ts starts it; tests start it with their own clock, settings and audit sink.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { allowedMethods, isAllowedMethod } from './allowed-methods.ts'
import type { ServerLayerOptions } from './dependencies.ts'
import { createGracefulStop } from './graceful-stop.ts'
import { runMiddleware } from './middleware/run-middleware.ts'
import { answerParserErrors } from './parser-errors.ts'
import { refuse, sendProblem, type Refusal } from './problem.ts'
import { sendReply } from './reply.ts'
import { RequestContext } from './request-context.ts'
import { createRequestPipeline, type RequestPipeline } from './request-pipeline.ts'
import { loggablePath } from './secret-paths.ts'
import { answerUpgradeRequests } from './upgrade-requests.ts'

export type ServerLayer = {
  readonly server: Server
  readonly listen: (port: number, host?: string) => Promise<AddressInfo>
  /** Graceful: the listener closes at once, requests under way are finished, then the rest is closed (at most 10 s). */
  readonly close: () => Promise<void>
}

/** Milliseconds and bytes; parser limits, before any of our code sees the request. */
const parserLimits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  // The longest upload; JSON bodies have a shorter deadline of their own.
  requestTimeout: 150_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1000,
} as const

export async function createServerLayer(options: ServerLayerOptions): Promise<ServerLayer> {
  const pipeline = await createRequestPipeline(options)
  const latest = new WeakMap<Socket, ServerResponse>()
  const waiting = new WeakSet<IncomingMessage>()
  const pending = (socket: Socket) => (latest.get(socket)?.closed === false ? latest.get(socket) : undefined)
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    // A request that arrives behind an answer with `Connection: close` is not executed.
    if (!request.socket.writable) return void request.socket.destroy()
    latest.set(request.socket, response)
    const context = new RequestContext(request, response, pipeline.serverContext)
    context.awaitsContinue = waiting.has(request)
    handle(context, pipeline)
  }
  // Node would answer a missing Host by itself, without our headers; request-context.ts refuses it instead.
  const server = createServer({ ...parserLimits, requireHostHeader: false }, onRequest)
  server.maxRequestsPerSocket = 0
  // Otherwise Node drops the headers after the 2,000th without a word, and with them what our rules look for.
  server.maxHeadersCount = 0
  // Node would ask for the body at once, also for one that is refused.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request)
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const context = new RequestContext(request, response, pipeline.serverContext)
    context.securityHeaders = pipeline.securityHeaders
    sendProblem(context, refuse('expectation_failed'))
  })
  // Node takes its own handler away with CONNECT and Upgrade; a reset after that would end the process.
  server.on('connection', (socket: Socket) => socket.on('error', () => socket.destroy()))
  answerUpgradeRequests(server, { onWebSocket: pipeline.relay.onUpgrade, pending })
  answerParserErrors(server, {
    securityHeaders: pipeline.securityHeaders,
    pending,
    onProblem: (code) => pipeline.metrics.denial(code),
  })
  const stop = createGracefulStop(server, pipeline.serverContext.lifecycle)
  return {
    server,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          // From now on it is one connection that the machine could not accept; the others go on.
          server.off('error', reject).on('error', (error) => pipeline.log.error({ err: error }, 'accept_failed'))
          resolve(server.address() as AddressInfo)
        })
      }),
    close: async () => {
      pipeline.relay.close()
      await stop()
      await pipeline.close()
    },
  }
}

function handle(context: RequestContext, pipeline: RequestPipeline): void {
  context.response.once('close', () => pipeline.onDone(context))
  try {
    const verdict = context.malformed
      ? refuseEarly(context, pipeline, refuse(context.malformed))
      : check(context, pipeline)
    if (verdict instanceof Promise) {
      verdict
        // Whoever left meanwhile gets no answer, and the backend no work.
        .then((refusal) => (isInVain(context, refusal) ? undefined : proceed(context, pipeline, refusal)))
        .catch((error: unknown) => fail(context, pipeline, error))
    } else {
      proceed(context, pipeline, verdict)?.catch((error: unknown) => fail(context, pipeline, error))
    }
  } catch (error) {
    fail(context, pipeline, error)
  }
}

/** A refusal is counted all the same. */
const isInVain = ({ response }: RequestContext, refusal: Refusal | undefined) => response.destroyed && !refusal

function check(context: RequestContext, pipeline: RequestPipeline): Refusal | undefined | Promise<Refusal | undefined> {
  if (isAllowedMethod(context.method)) return runMiddleware(pipeline.middleware, context)
  return refuseEarly(context, pipeline, refuse('method_not_allowed', ['Allow', allowedMethods]))
}

/** Refused before the middlewares; the headers are there all the same. */
function refuseEarly(context: RequestContext, pipeline: RequestPipeline, refusal: Refusal): Refusal {
  context.securityHeaders = pipeline.securityHeaders
  return refusal
}

function proceed(
  context: RequestContext,
  pipeline: RequestPipeline,
  refusal: Refusal | undefined,
): Promise<void> | undefined {
  if (refusal !== undefined) {
    pipeline.metrics.denial(refusal.code)
    sendProblem(context, refusal)
    return undefined
  }
  if (context.method === 'OPTIONS') {
    sendReply(context, { status: 204, headers: ['Allow', allowedMethods] })
    return undefined
  }
  return pipeline.route(context) ?? undefined
}

/** A mistake of ours: 500 without detail, the detail in the log. */
function fail(context: RequestContext, pipeline: RequestPipeline, error: unknown): void {
  pipeline.log.error({ err: error, requestId: context.requestId, path: loggablePath(context.path) }, 'internal_error')
  if (context.response.headersSent) context.response.socket?.resetAndDestroy()
  else {
    context.securityHeaders = pipeline.securityHeaders
    sendProblem(context, refuse('internal_error'))
  }
}
