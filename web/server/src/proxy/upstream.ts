// The connection pool to one server behind us (backend, relay): how many requests it works on, how many wait, and the buffered
// call that routes with behaviour of their own use. Streaming to the browser is forward.ts.
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { buildConnector, Pool, type Dispatcher } from 'undici'
import type { ProblemCode } from '@rollcall/contracts/problems'
import { createWaitingLine } from './waiting-line.ts'

export type UpstreamOptions = {
  readonly origin: string
  /** Requests the server behind us works on at a time. */
  readonly atOnce: number
  /** Requests beyond those that may wait; more are refused with 503. Changes come before reads: a read is asked again. */
  readonly waiting: number
  /** A read that has waited for so many milliseconds is refused, too, so that those who come are not all answered too late. */
  readonly readWaitsMs: number
  /**
   * Requests that wait for their client, to send its upload or to read its answer: each keeps its connection, but does not count
   * among those that are worked on, so that whoever is slow holds up nobody else. Of more than so many the oldest is broken off.
   */
  readonly stalled: number
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
  readonly atOnce: number
  /** `turnAway` instead of the handler: too many requests are under way. */
  readonly dispatch: (call: UpstreamCall, handler: Dispatcher.DispatchHandler, turnAway: () => void) => void
  /** The whole answer in memory, or what to tell the browser. */
  readonly call: (call: UpstreamCall, maxBytes: number) => Promise<UpstreamReply | { readonly code: ProblemCode }>
  readonly pool: () => PoolState
  readonly close: () => Promise<void>
}

export function createUpstream(options: UpstreamOptions): Upstream {
  const { atOnce, waiting: mostWaiting, stalled: mostStalled } = options
  const pool = new Pool(options.origin, {
    connections: atOnce + mostStalled,
    pipelining: 1,
    connect: noticingResets(buildConnector({ timeout: options.connectTimeoutMs })),
    // Our own timers cover the wait for a connection too and tell our limits apart.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const waiting = createWaitingLine(options.readWaitsMs)
  // A Set keeps insertion order, so its first entry has stalled for longest.
  const stalled = new Set<Exchange>()
  let underWay = 0

  const startWaiting = () => {
    while (underWay - stalled.size < atOnce) {
      const start = waiting.next()
      if (start === undefined) return
      start()
    }
  }
  const events: ExchangeEvents = {
    onStall: (exchange) => {
      stalled.add(exchange)
      if (stalled.size > mostStalled) stalled.values().next().value?.breakOff()
      else startWaiting()
    },
    onResume: (exchange) => stalled.delete(exchange),
    onEnd: (exchange) => {
      underWay -= 1
      stalled.delete(exchange)
      startWaiting()
    },
  }
  const dispatch: Upstream['dispatch'] = (call, handler, turnAway) => {
    const start = () => {
      underWay += 1
      const { method, target: path, headers, body } = call
      const request = { method: method as Dispatcher.HttpMethod, path, headers: headers as string[], body }
      const exchange = new Exchange(handler, events)
      if (body !== null && !Buffer.isBuffer(body)) exchange.waitForClient()
      pool.dispatch(request, exchange)
    }
    if (underWay - stalled.size < atOnce) start()
    else if (waiting.size() >= mostWaiting) turnAway()
    else if (call.method === 'GET' || call.method === 'HEAD') waiting.addRead(start, turnAway)
    else waiting.addChange(start)
  }

  return {
    atOnce,
    dispatch,
    call: (call, maxBytes) =>
      new Promise((resolve) => {
        const reply = new BufferedReply(call.timeoutMs, maxBytes, resolve)
        dispatch(call, reply, () => reply.turnAway())
      }),
    pool: () => {
      const { connected, running } = pool.stats
      const size = underWay + waiting.size()
      return { connected, running, pending: Math.max(0, size - running), size }
    },
    close: () => pool.destroy(),
  }
}

/**
 * The client takes a reset for the end of an answer that tells no length, and half of it would look whole; it knows the reset by
 * this code only.
 */
function noticingResets(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null)
      socket.on('error', (reset: NodeJS.ErrnoException) => {
        if (reset.code === 'ECONNRESET') reset.code = 'RESET'
      })
      callback(null, socket)
    })
}

type ExchangeEvents = {
  readonly onStall: (exchange: Exchange) => void
  readonly onResume: (exchange: Exchange) => void
  /** Exactly once. */
  readonly onEnd: (exchange: Exchange) => void
}

/** One request and its answer; tells when it has to wait for its client, and when all is over. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler
  readonly #events: ExchangeEvents
  #controller: Dispatcher.DispatchController | null = null
  #isStalled = false
  #isBrokenOff = false
  #isOver = false

  constructor(handler: Dispatcher.DispatchHandler, events: ExchangeEvents) {
    this.#handler = handler
    this.#events = events
  }

  waitForClient(): void {
    this.#isStalled = true
    this.#events.onStall(this)
  }

  breakOff(): void {
    this.#isBrokenOff = true
    this.#controller?.abort(tooManyStalled)
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#controller = controller
    this.#handler.onRequestStart?.(controller, context)
    if (this.#isBrokenOff) controller.abort(tooManyStalled)
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#resume()
    this.#handler.onResponseStart?.(controller, status, headers)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#resume()
    this.#handler.onResponseData?.(controller, chunk)
    // The handler may have called it off meanwhile.
    if (controller.paused && !this.#isOver) this.waitForClient()
  }

  onResponseEnd(controller: Dispatcher.DispatchController, trailers: IncomingHttpHeaders): void {
    this.#end()
    this.#handler.onResponseEnd?.(controller, trailers)
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    this.#end()
    this.#handler.onResponseError?.(controller, error)
  }

  #end(): void {
    if (!this.#isOver) this.#events.onEnd(this)
    this.#isOver = true
  }

  #resume(): void {
    if (this.#isStalled) this.#events.onResume(this)
    this.#isStalled = false
  }
}

/** What the handler of a request that was broken off is told. */
export const tooManyStalled = new Error('too many stalled')

/** Never shown: undici wants a reason for an abort. */
const tooSlow = new Error('too slow')

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
      this.#controller?.abort(tooSlow)
      resolve({ code: 'backend_timeout' })
    }, timeoutMs)
  }

  turnAway(): void {
    clearTimeout(this.#timer)
    this.#resolve({ code: 'overloaded' })
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#late) controller.abort(tooSlow)
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
