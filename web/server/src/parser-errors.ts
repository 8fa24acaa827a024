// Answers what never becomes a request (rules 4: the headers are on every answer, also on those Node would write by itself):
// unreadable HTTP, headers too large or too slow, an Expect we cannot meet, CONNECT.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { randomUUID } from 'node:crypto'
import type { ProblemCode } from '@rollcall/contracts/problems'
import { endGently } from './lingering-close.ts'
import { rawProblem } from './problem.ts'
import { allowedMethods } from './allowed-methods.ts'

export type ParserErrorOptions = {
  /** Flat. */
  readonly securityHeaders: readonly string[]
  /** The answer under way on this socket, if any: after its first byte nothing else may come between. */
  readonly pending: (socket: Socket) => ServerResponse | undefined
  readonly onProblem: (code: ProblemCode) => void
}

export function answerParserErrors(server: Server, options: ParserErrorOptions): void {
  const answered = new WeakSet<Socket>()
  const answer = (socket: Socket, code: ProblemCode, headers: readonly string[] = []) => {
    if (answered.has(socket)) return
    answered.add(socket)
    options.onProblem(code)
    const bytes = rawProblem(code, randomUUID(), [...options.securityHeaders, ...headers])
    const pending = options.pending(socket)
    // The error is in the request after the one that is being answered: answers keep the order of the requests.
    if (pending?.req.complete && socket.writable)
      pending.once('close', () => socket.writable && endGently(socket, bytes))
    else if (!socket.writable || pending?.headersSent) socket.destroy()
    else endGently(socket, bytes)
  }

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // The peer is gone; there is nobody to answer.
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') socket.destroy()
    else answer(socket as Socket, codes[error.code ?? ''] ?? 'malformed_request')
  })
  server.on('connect', (_request: IncomingMessage, socket) => {
    answer(socket as Socket, 'method_not_allowed', ['Allow', allowedMethods])
  })
}

const codes: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}
