// Carries one request to the backend and its answer back, streaming, with backpressure (spec 4.1.1, 4.1.3, 4.1.4). A client that
// leaves cancels the backend's work; a backend that fails in mid-answer breaks the client's transfer, so that half an answer
// never looks whole (rules 1).
import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { commonHeaders } from '../reply.ts'
import { refuse, sendProblem, type Refusal } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { createCircuitBreaker, trialEveryMs, type CircuitBreaker } from './circuit-breaker.ts'
import { keepSandbox, replyHeaders } from './forwarded-headers.ts'
import { noteSpent } from './spent-buffers.ts'
import { tooManyStalled, type Upstream, type UpstreamCall } from './upstream.ts'

export type Forwarding = UpstreamCall & {
  /** Longest silence of the backend within its answer, milliseconds; 0 for streams that are silent by nature. */
  readonly idleMs: number
  /** Longest time a client may take no byte, milliseconds. */
  readonly writeIdleMs: number
}

/** Gives back how to call it off: the browser gets the refusal, the backend's work is cancelled. */
export type Forward = (context: RequestContext, forwarding: Forwarding) => (refusal: Refusal) => void

/** Told once per request: how long the backend took to its headers, and its status; 0 when there was none. */
export type OnAnswer = (milliseconds: number, status: number) => void

export function createForward(upstream: Upstream, onAnswer: OnAnswer, breaker = breakerOf(upstream)): Forward {
  return (context, forwarding) => {
    const transfer: Transfer = new Transfer(context, forwarding, { onAnswer, breaker, send: () => send() })
    const turnAway = () => transfer.refuse(refuse('overloaded', ['Retry-After', '1']))
    const send = () => upstream.dispatch(forwarding, transfer, turnAway)
    if (breaker.mayPass()) send()
    else transfer.refuse(refuse('overloaded', ['Retry-After', String(trialEveryMs / 1000)]))
    return (refusal) => transfer.refuse(refusal)
  }
}

function breakerOf({ atOnce }: Upstream): CircuitBreaker {
  return createCircuitBreaker(atOnce, () => performance.now())
}

type Sending = { readonly onAnswer: OnAnswer; readonly breaker: CircuitBreaker; readonly send: () => void }

class Transfer implements Dispatcher.DispatchHandler {
  readonly #context: RequestContext
  readonly #forwarding: Forwarding
  readonly #onAnswer: OnAnswer
  readonly #breaker: CircuitBreaker
  /** Null: it was sent twice already. */
  #sendAgain: (() => void) | null
  readonly #startedAt = performance.now()
  #controller: Dispatcher.DispatchController | null = null
  #sentAt = Infinity
  #timer: NodeJS.Timeout
  /** Bytes the answer will have; unknown when it comes in chunks. */
  #declared: number | null = null
  #wasPaused = false
  #over = false

  constructor(context: RequestContext, forwarding: Forwarding, { onAnswer, breaker, send }: Sending) {
    this.#context = context
    this.#forwarding = forwarding
    this.#onAnswer = onAnswer
    this.#breaker = breaker
    this.#sendAgain = send
    this.#timer = setTimeout(() => this.refuse(refuse('backend_timeout')), forwarding.timeoutMs)
    context.response.once('close', () => this.#finish())
  }

  /** Also ends the exchange with the backend, if there is one. */
  refuse(refusal: Refusal): void {
    if (this.#over) return
    const { response } = this.#context
    if (response.headersSent) response.socket?.resetAndDestroy()
    else {
      this.#onAnswer(performance.now() - this.#startedAt, 0)
      if (refusal.code === 'backend_timeout' && this.#backendWasSlow()) this.#breaker.timedOut()
      sendProblem(this.#context, refusal)
    }
    this.#finish()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    this.#sentAt = performance.now()
    if (this.#over) controller.abort(abandoned)
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (this.#over || status < 200) return
    const { response } = this.#context
    const fields = keepSandbox(commonHeaders(this.#context), headers).concat(
      replyHeaders(this.#context, status, headers),
    )
    response.writeHead(status, fields)
    this.#onAnswer(performance.now() - this.#startedAt, status)
    this.#breaker.answered()
    // No body follows, whatever length is told (304) or wrongly told (204); the client would take that for a torn answer.
    if (status === 204 || status === 304) return this.#end()
    const length = headers['content-length']
    if (length !== undefined) this.#declared = Number(length)
    const { idleMs, timeoutMs } = this.#forwarding
    if (idleMs === timeoutMs) this.#timer.refresh()
    else this.#watch(idleMs)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#over) return
    // Most answers come in one piece: whole, they leave as one piece too.
    if (chunk.length === this.#declared) return this.#end(chunk)
    noteSpent(chunk.length)
    if (this.#context.response.write(chunk)) {
      this.#timer.refresh()
      return
    }
    controller.pause()
    this.#watch(this.#forwarding.writeIdleMs)
    if (!this.#wasPaused) this.#resumeOnDrain(controller)
    this.#wasPaused = true
  }

  onResponseEnd(): void {
    if (!this.#over) this.#end()
  }

  #end(lastBytes?: Buffer): void {
    this.#over = true
    clearTimeout(this.#timer)
    this.#context.response.end(lastBytes)
  }

  #resumeOnDrain(controller: Dispatcher.DispatchController): void {
    this.#context.response.on('drain', () => {
      if (this.#over) return
      this.#watch(this.#forwarding.idleMs)
      controller.resume()
    })
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const isOurs = error === tooManyStalled
    const sendAgain = this.#sendAgain
    if (sendAgain && this.#mayBeRepeated(error)) {
      this.#sendAgain = null
      // Not from within the pool's own work on the broken connection.
      return void setImmediate(sendAgain)
    }
    this.refuse(isOurs ? refuse('overloaded', ['Retry-After', '1']) : refuse('backend_unavailable'))
  }

  /** A read whose connection broke before its answer: most likely the backend closed an idle one just then. */
  #mayBeRepeated(error: Error): boolean {
    const { method, body } = this.#forwarding
    const isRead = (method === 'GET' || method === 'HEAD') && body === null
    const isBroken = 'code' in error && brokenConnection.has(String(error.code))
    return isRead && isBroken && !this.#over && !this.#context.response.headersSent
  }

  /** Whether most of the time was the backend's, not our queue's or, in an upload, the browser's. */
  #backendWasSlow(): boolean {
    const { body, timeoutMs } = this.#forwarding
    return performance.now() - this.#sentAt > timeoutMs / 2 && (body === null || Buffer.isBuffer(body))
  }

  /** From now on, breaks the transfer when nothing moves for so long. */
  #watch(milliseconds: number): void {
    clearTimeout(this.#timer)
    if (milliseconds > 0) this.#timer = setTimeout(() => this.refuse(refuse('backend_timeout')), milliseconds)
  }

  #finish(): void {
    if (this.#over) return
    this.#over = true
    clearTimeout(this.#timer)
    this.#controller?.abort(abandoned)
    const { body } = this.#forwarding
    if (body !== null && 'destroy' in body) body.destroy()
  }
}

/** As the pool (upstream.ts) and the system name it. */
const brokenConnection: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'RESET', 'ECONNRESET', 'EPIPE'])

/** Never shown: undici wants a reason for an abort. */
const abandoned = new Error('abandoned')
