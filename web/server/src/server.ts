// The server layer as one HTTP server (spec 1): every request gets a context, passes the middlewares in order and reaches a
// route. main.ts starts it; tests start it with their own clock, settings and audit sink.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { allowedMethods, isAllowedMethod } from './allowed-methods.ts'
import { createParts, type PartOptions, type Parts } from './parts.ts'
import { createGracefulStop } from './graceful-stop.ts'
import { runMiddleware } from './middleware.ts'
import { answerParserErrors } from './parser-errors.ts'
import { refuse, sendProblem, type Refusal } from './problem.ts'
import { sendReply } from './reply.ts'
import { RequestContext } from './request-context.ts'
import { answerUpgradeRequests } from './upgrade-requests.ts'
import { loggablePath } from './denied-access.ts'

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

export async function createServerLayer(options: PartOptions): Promise<ServerLayer> {
  const parts = await createParts(options)
  const latest = new WeakMap<Socket, ServerResponse>()
  const waiting = new WeakSet<IncomingMessage>()
  const pending = (socket: Socket) => (latest.get(socket)?.closed === false ? latest.get(socket) : undefined)
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    // A request that arrives behind an answer with `Connection: close` is not executed.
    if (!request.socket.writable) return void request.socket.destroy()
    latest.set(request.socket, response)
    const context = new RequestContext(request, response, parts.surroundings)
    context.awaitsContinue = waiting.has(request)
    handle(context, parts)
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
    const context = new RequestContext(request, response, parts.surroundings)
    context.securityHeaders = parts.securityHeaders
    sendProblem(context, refuse('expectation_failed'))
  })
  // Node takes its own handler away with CONNECT and Upgrade; a reset after that would end the process.
  server.on('connection', (socket: Socket) => socket.on('error', () => socket.destroy()))
  answerUpgradeRequests(server, { onWebSocket: parts.relay.onUpgrade, pending })
  answerParserErrors(server, {
    securityHeaders: parts.securityHeaders,
    pending,
    onProblem: (code) => parts.metrics.denial(code),
  })
  const stop = createGracefulStop(server, parts.surroundings.lifecycle)
  return {
    server,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          // From now on it is one connection that the machine could not accept; the others go on.
          server.off('error', reject).on('error', (error) => parts.log.error({ err: error }, 'accept_failed'))
          resolve(server.address() as AddressInfo)
        })
      }),
    close: async () => {
      parts.relay.close()
      await stop()
      await parts.close()
    },
  }
}

function handle(context: RequestContext, parts: Parts): void {
  context.response.once('close', () => parts.onDone(context))
  try {
    const verdict = context.malformed ? refuseEarly(context, parts, refuse(context.malformed)) : judge(context, parts)
    if (verdict instanceof Promise) {
      verdict
        // Whoever left meanwhile gets no answer, and the backend no work.
        .then((refusal) => (context.response.destroyed ? undefined : proceed(context, parts, refusal)))
        .catch((error: unknown) => fail(context, parts, error))
    } else {
      proceed(context, parts, verdict)?.catch((error: unknown) => fail(context, parts, error))
    }
  } catch (error) {
    fail(context, parts, error)
  }
}

function judge(context: RequestContext, parts: Parts): Refusal | undefined | Promise<Refusal | undefined> {
  if (isAllowedMethod(context.method)) return runMiddleware(parts.middleware, context)
  return refuseEarly(context, parts, refuse('method_not_allowed', ['Allow', allowedMethods]))
}

/** Refused before the middlewares; the headers are there all the same. */
function refuseEarly(context: RequestContext, parts: Parts, refusal: Refusal): Refusal {
  context.securityHeaders = parts.securityHeaders
  return refusal
}

function proceed(context: RequestContext, parts: Parts, refusal: Refusal | undefined): Promise<void> | undefined {
  if (refusal !== undefined) {
    parts.metrics.denial(refusal.code)
    sendProblem(context, refusal)
    return undefined
  }
  if (context.method === 'OPTIONS') {
    sendReply(context, { status: 204, headers: ['Allow', allowedMethods] })
    return undefined
  }
  return parts.route(context) ?? undefined
}

/** A mistake of ours: 500 without detail, the detail in the log. */
function fail(context: RequestContext, parts: Parts, error: unknown): void {
  parts.log.error({ err: error, requestId: context.requestId, path: loggablePath(context.path) }, 'internal_error')
  if (context.response.headersSent) context.response.socket?.resetAndDestroy()
  else {
    context.securityHeaders = parts.securityHeaders
    sendProblem(context, refuse('internal_error'))
  }
}
