// The connection pool to one server behind us (backend, relay): how many requests may be under way and waiting, and the
// buffered call that routes with behaviour of their own use. Streaming to the browser is forward.ts.
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { Pool, type Dispatcher } from 'undici'
import type { ProblemCode } from '@rollcall/contracts/problems'

export type UpstreamOptions = {
  readonly origin: string
  readonly connections: number
  /** Requests beyond the connections that may wait for one; more are refused with 503. */
  readonly waiting: number
  readonly connectTimeoutMs: number
}

export type UpstreamCall = {
  readonly method: string
  /** Path and query, raw. */
  readonly target: string
  /** Flat name, value, name, value. */
  readonly headers: readonly string[]
  readonly body: Buffer | Readable | null
  /** Until the answer's headers, milliseconds; waiting for a connection included. */
  readonly timeoutMs: number
}

export type UpstreamReply = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer }

/** Requests, except `connected`: connections. `size` is all that are under way, running and waiting. */
export type PoolState = {
  readonly connected: number
  readonly running: number
  readonly pending: number
  readonly size: number
}

export type Upstream = {
  /** False: too many requests under way; the handler was not called. */
  readonly dispatch: (call: UpstreamCall, handler: Dispatcher.DispatchHandler) => boolean
  /** The whole answer in memory, or what to tell the browser. */
  readonly call: (call: UpstreamCall, maxBytes: number) => Promise<UpstreamReply | { readonly code: ProblemCode }>
  readonly pool: () => PoolState
  readonly close: () => Promise<void>
}

export function createUpstream(options: UpstreamOptions): Upstream {
  const pool = new Pool(options.origin, {
    connections: options.connections,
    pipelining: 1,
    connect: { timeout: options.connectTimeoutMs },
    // Our own timers cover the wait for a connection too and tell our limits apart.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  let inFlight = 0
  const leave = () => void (inFlight -= 1)

  const dispatch: Upstream['dispatch'] = (call, handler) => {
    if (inFlight >= options.connections + options.waiting) return false
    inFlight += 1
    const request = {
      method: call.method as Dispatcher.HttpMethod,
      path: call.target,
      headers: call.headers as string[],
      body: call.body,
    }
    pool.dispatch(request, new CountedHandler(handler, leave))
    return true
  }

  return {
    dispatch,
    call: (call, maxBytes) =>
      new Promise((resolve) => {
        const accepted = dispatch(call, new BufferedReply(call.timeoutMs, maxBytes, resolve))
        if (!accepted) resolve({ code: 'overloaded' })
      }),
    pool: () => {
      const { connected, running } = pool.stats
      return { connected, running, pending: Math.max(0, inFlight - running), size: inFlight }
    },
    close: () => pool.destroy(),
  }
}

/** Calls `leave` exactly once, when the handler's exchange is over. */
class CountedHandler implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler
  readonly #leave: () => void

  constructor(handler: Dispatcher.DispatchHandler, leave: () => void) {
    this.#handler = handler
    this.#leave = leave
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#handler.onRequestStart?.(controller, context)
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#handler.onResponseStart?.(controller, status, headers)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#handler.onResponseData?.(controller, chunk)
  }

  onResponseEnd(controller: Dispatcher.DispatchController, trailers: IncomingHttpHeaders): void {
    this.#leave()
    this.#handler.onResponseEnd?.(controller, trailers)
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    this.#leave()
    this.#handler.onResponseError?.(controller, error)
  }
}

class BufferedReply implements Dispatcher.DispatchHandler {
  readonly #resolve: (reply: UpstreamReply | { code: ProblemCode }) => void
  readonly #maxBytes: number
  readonly #timer: NodeJS.Timeout
  readonly #chunks: Buffer[] = []
  #controller: Dispatcher.DispatchController | null = null
  #length = 0
  #status = 0
  #headers: IncomingHttpHeaders = {}
  #late = false

  constructor(timeoutMs: number, maxBytes: number, resolve: (reply: UpstreamReply | { code: ProblemCode }) => void) {
    this.#resolve = resolve
    this.#maxBytes = maxBytes
    this.#timer = setTimeout(() => {
      this.#late = true
      this.#controller?.abort(new Error('too slow'))
      resolve({ code: 'backend_timeout' })
    }, timeoutMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#late) controller.abort(new Error('too slow'))
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status
    this.#headers = headers
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#length += chunk.length
    if (this.#length > this.#maxBytes) controller.abort(new Error('answer too long'))
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    clearTimeout(this.#timer)
    this.#resolve({ status: this.#status, headers: this.#headers, body: Buffer.concat(this.#chunks) })
  }

  onResponseError(): void {
    clearTimeout(this.#timer)
    this.#resolve({ code: 'backend_unavailable' })
  }
}
