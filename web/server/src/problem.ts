// The one place that writes error replies (rules 1): code in, status, headers and body out. `sendProblem` answers a
// request; `rawProblem` is the same answer as bytes, for sockets that have no response object (parser errors, upgrades).
import { problemReply, problems, type Issue, type ProblemCode } from '@rollcall/contracts/problems'
import { jsonHeaders, sendReply } from './reply.ts'
import type { RequestContext } from './request-context.ts'
import { STATUS_CODES } from 'node:http'

export type Refusal = {
  readonly code: ProblemCode
  readonly issues?: readonly Issue[]
  /** Flat name, value, name, value. */
  readonly headers?: readonly string[]
}

export const refuse = (code: ProblemCode, headers?: readonly string[]): Refusal => ({ code, headers })

export function sendProblem(context: RequestContext, refusal: Refusal): void {
  const { code, issues, headers = [] } = refusal
  const body = JSON.stringify(problemReply(code, context.requestId, issues))
  sendReply(context, {
    status: problems[code].status,
    headers: [...jsonHeaders, ...challenge(code), ...headers],
    body,
  })
}

export function rawProblem(code: ProblemCode, requestId: string, headers: readonly string[]): string {
  const body = JSON.stringify(problemReply(code, requestId))
  const { status } = problems[code]
  const fields = [...headers, 'X-Request-Id', requestId, ...jsonHeaders]
  fields.push(
    'Content-Length',
    String(Buffer.byteLength(body)),
    'Date',
    new Date().toUTCString(),
    'Connection',
    'close',
  )
  return rawHead(status, fields) + body
}

/** Status line and headers as they go over the wire. */
export function rawHead(status: number, fields: readonly string[]): string {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`
  for (let at = 0; at < fields.length; at += 2) head += `${fields[at]}: ${fields[at + 1]}\r\n`
  return `${head}\r\n`
}

function challenge(code: ProblemCode): string[] {
  return problems[code].status === 401 ? ['WWW-Authenticate', 'Bearer'] : []
}
