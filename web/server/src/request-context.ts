// Everything known about one request: made once by server.ts, read by the middlewares, the proxy and the routes.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ProblemCode } from '@rollcall/contracts/problems'
import type { AppClaims } from '@rollcall/tokens/app-token'
import { clientAddress, plainAddress, type TrustedProxies } from './client-address.ts'
import { parseCookies, type RequestCookies } from './cookie-header.ts'
import { isHost, readHost } from './host-header.ts'
import { parseTarget } from './request-path.ts'

/** What all requests of one server have in common. */
export type ServerContext = {
  readonly isTrustedProxy: TrustedProxies
  readonly now: () => number
  /** Turns true when the server stops: every answer then says `Connection: close`. */
  readonly lifecycle: { stopping: boolean }
}

export class RequestContext {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly server: ServerContext
  readonly receivedAt: number
  readonly requestId: string
  readonly method: string
  readonly host: string
  /** Checked and forwarded as it is; empty when `malformed` is set. */
  readonly path: string
  readonly query: string
  readonly malformed: ProblemCode | null
  readonly client: string
  /** What the browser used, as far as a trusted proxy tells. */
  readonly protocol: 'http' | 'https'
  readonly publicHost: string

  /** Set by the first middleware; flat name, value, name, value. */
  securityHeaders: readonly string[] = []
  /** Headers that go with whatever the answer will be: cookies, rate limit. Flat. */
  readonly replyHeaders: string[] = []
  /** The verified token (spec 5.1 step 5). */
  auth: AppClaims | null = null
  /** The token an identity-provider exchange gave to this very request (spec 3). */
  exchangedToken: string | null = null
  /** The client waits for a word from us before it sends its body (`Expect: 100-continue`). */
  awaitsContinue = false
  /** The pattern that answered, for metrics; never the raw path, which is unbounded. */
  route = 'none'
  #cookies: RequestCookies | null = null

  constructor(request: IncomingMessage, response: ServerResponse, server: ServerContext) {
    const { headers } = request
    const { isTrustedProxy } = server
    const peer = plainAddress(request.socket.remoteAddress ?? '')
    const trusted = isTrustedProxy(peer)
    this.request = request
    this.response = response
    this.server = server
    this.receivedAt = server.now()
    this.requestId = requestIdFrom(headers['x-request-id'])
    this.method = request.method ?? ''
    const host = readHost(request)
    this.host = host ?? ''
    const target = host === null || !isPlainHttp(request) ? 'malformed_request' : parseTarget(request.url ?? '', host)
    this.malformed = typeof target === 'string' ? target : null
    this.path = typeof target === 'string' ? '' : target.path
    this.query = typeof target === 'string' ? '' : target.query
    this.client = clientAddress(peer, headers['x-forwarded-for'] as string | undefined, isTrustedProxy)
    this.protocol = trusted && lastEntry(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http'
    const forwardedHost = trusted ? lastEntry(headers['x-forwarded-host']) : undefined
    this.publicHost = forwardedHost !== undefined && isHost(forwardedHost) ? forwardedHost : this.host
  }

  /** Called by whoever is about to read the body: what is refused before that is never sent. */
  askForBody(): void {
    if (this.awaitsContinue) this.response.writeContinue()
    this.awaitsContinue = false
  }

  get cookies(): RequestCookies {
    this.#cookies ??= parseCookies(this.request.headers.cookie)
    return this.#cookies
  }
}

/** A caller may bring its own id so that logs can be joined; anything odd is replaced, never echoed. */
export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[A-Za-z0-9-]{1,64}$/.test(header) ? header : randomUUID()
}

/** The parser also lets pass what the next one might read otherwise: version 2.0 in this form, codings other than chunked. */
function isPlainHttp({ httpVersionMajor, headers }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']
  return httpVersionMajor === 1 && (coding === undefined || coding.toLowerCase() === 'chunked')
}

function lastEntry(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header.slice(header.lastIndexOf(',') + 1).trim() : undefined
}
