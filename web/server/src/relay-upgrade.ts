// Passes WebSocket upgrades under /connection/ on to the relay (rules 12, RELAY_URL), so that page and relay share one
// origin on one machine. Origin goes along, because the relay judges it; cookies do not. Everything else is refused here.
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import type { ProblemCode } from '@rollcall/contracts/problems'
import { clientAddress, plainAddress, type TrustedProxies } from './client-address.ts'
import { readHost } from './host-header.ts'
import { endGently } from './lingering-close.ts'
import { rawHead, rawProblem } from './problem.ts'
import { collectWholeHeapRarely } from './proxy/spent-buffers.ts'
import { isUnder, parseTarget } from './request-path.ts'
import { requestIdFrom } from './request-context.ts'

export type RelayUpgradeOptions = {
  readonly relayUrl: string | null
  /** Flat; the same table as on every other answer. */
  readonly securityHeaders: readonly string[]
  readonly isTrustedProxy: TrustedProxies
  readonly connectTimeoutMs: number
  readonly maxConnections: number
}

export type RelayUpgrade = {
  readonly onUpgrade: (request: IncomingMessage, socket: Socket, head: Buffer) => void
  readonly size: () => number
  /** Ends every spliced connection; the clients come back by themselves. */
  readonly close: () => void
}

export const relayPaths = ['/connection', '/emulation'] as const

export function createRelayUpgrade(options: RelayUpgradeOptions): RelayUpgrade {
  if (options.relayUrl !== null) collectWholeHeapRarely()
  const open = new Set<Socket>()
  const refuse = (socket: Socket, code: ProblemCode, request: IncomingMessage) =>
    endGently(socket, rawProblem(code, requestIdFrom(request.headers['x-request-id']), options.securityHeaders))

  return {
    onUpgrade: (request, socket, head) => {
      socket.on('error', () => socket.destroy())
      const host = readHost(request)
      const target = host === null ? 'malformed_request' : parseTarget(request.url ?? '', host)
      if (typeof target === 'string') return refuse(socket, target, request)
      if (options.relayUrl === null || !target.path.startsWith('/connection/'))
        return refuse(socket, 'not_found', request)
      if (request.method !== 'GET') return refuse(socket, 'malformed_request', request)
      if (open.size >= options.maxConnections) return refuse(socket, 'overloaded', request)
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      splice(request, socket, head, target.path + target.query, options)
    },
    size: () => open.size,
    close: () => {
      for (const socket of open) endGently(socket)
    },
  }
}

/** Plain HTTP transports of the relay are proxied as usual (relay-http.ts). */
export const isRelayPath = (path: string) => relayPaths.some((prefix) => isUnder(path, prefix))

const passedOn = [
  'origin',
  'user-agent',
  'accept-language',
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-protocol',
  'sec-websocket-extensions',
]

function splice(
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
  target: string,
  options: RelayUpgradeOptions,
): void {
  const requestId = requestIdFrom(request.headers['x-request-id'])
  const peer = plainAddress(request.socket.remoteAddress ?? '')
  const forwardedFor = request.headers['x-forwarded-for'] as string | undefined
  const client = clientAddress(peer, forwardedFor, options.isTrustedProxy)
  const headers: Record<string, string> = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'x-forwarded-for': client,
    'x-request-id': requestId,
  }
  for (const name of passedOn) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  const url = new URL(options.relayUrl ?? '')
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const toRelay = send({ host: url.hostname, port: url.port, path: target, headers, agent: false })
  const timer = setTimeout(() => toRelay.destroy(new Error('too slow')), options.connectTimeoutMs)
  const refuse = (code: ProblemCode) => {
    clearTimeout(timer)
    if (socket.writable) endGently(socket, rawProblem(code, requestId, options.securityHeaders))
  }

  socket.once('close', () => toRelay.destroy())
  toRelay.once('error', () => refuse('backend_unavailable'))
  // The time limit goes on: it also ends a refusal that does not.
  toRelay.once('response', (answer) => {
    answer.once('close', () => clearTimeout(timer))
    returnRefusal(answer, socket, requestId, options)
  })
  toRelay.once('upgrade', (answer, relaySocket, relayHead) => {
    clearTimeout(timer)
    socket.write(rawHead(101, [...options.securityHeaders, 'X-Request-Id', requestId, ...handshake(answer.headers)]))
    join(socket, relaySocket as Socket)
    if (relayHead.length > 0) socket.write(relayHead)
    if (head.length > 0) relaySocket.write(head)
  })
  toRelay.end()
}

function handshake(headers: IncomingHttpHeaders): string[] {
  const fields = ['Upgrade', 'websocket', 'Connection', 'Upgrade']
  for (const name of ['sec-websocket-accept', 'sec-websocket-protocol', 'sec-websocket-extensions']) {
    const value = headers[name]
    if (typeof value === 'string') fields.push(name, value)
  }
  return fields
}

const maxRefusalBytes = 64 * 1024

/** The relay's own "no" (wrong origin, wrong version), with our headers. */
function returnRefusal(answer: IncomingMessage, socket: Socket, requestId: string, options: RelayUpgradeOptions): void {
  const chunks: Buffer[] = []
  let length = 0
  answer.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxRefusalBytes) answer.destroy()
  })
  answer.once('close', () => {
    if (!socket.writable) return
    const body = Buffer.concat(chunks).subarray(0, maxRefusalBytes)
    const fields = [
      ...options.securityHeaders,
      'X-Request-Id',
      requestId,
      'Cache-Control',
      'no-store',
      'Connection',
      'close',
    ]
    const version = answer.headers['sec-websocket-version']
    if (typeof version === 'string') fields.push('Sec-WebSocket-Version', version)
    fields.push('Content-Type', answer.headers['content-type'] ?? 'text/plain', 'Content-Length', String(body.length))
    socket.write(rawHead(answer.statusCode ?? 502, fields))
    socket.write(body)
    endGently(socket)
  })
}

function join(browser: Socket, relay: Socket): void {
  for (const [one, other] of [
    [browser, relay],
    [relay, browser],
  ] as const) {
    one.setTimeout(0)
    one.setNoDelay(true)
    one.setKeepAlive(true, 30_000)
    one.on('error', () => other.destroy())
    one.on('close', () => other.destroy())
    // A WebSocket is never open in one direction only; who does not hang up in turn (a relay that hangs) is hung up on.
    if (one.readableEnded) endGently(other)
    else one.on('end', () => endGently(other))
    one.pipe(other)
  }
}
