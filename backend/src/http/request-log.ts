// Request ids and one JSON line per answer. The id comes from the server layer, so that one request is one id in all logs. Receivers post
// every second: metrics count them by status, and those that are refused are told of once a minute.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9-]{1,64}$/.test(given) ? given : randomUUID()
}

export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('cache-control', 'no-store')
  })
  const complain = createComplaint()
  app.addHook('onResponse', async (request, reply) => {
    // The route, not the address: addresses hold one-time tokens.
    const { url: route, config } = request.routeOptions
    const line = {
      method: request.method,
      route: route ?? null,
      row: config.key ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      userId: request.user?.id ?? null,
    }
    const isIngest = route?.startsWith('/ingest/') ?? false
    if (isIngest && reply.statusCode >= 400) complain(request, reply.statusCode)
    request.log[isIngest || probes.has(route ?? '') ? 'debug' : 'info'](line, 'answered')
  })
}

/** Asked every few seconds by whoever watches us. */
const probes = new Set(['/health', '/ready', '/metrics'])

const complainEveryMs = 60_000

/** A gateway with a wrong key tries again every second: one line a minute and status, with how many there were. */
function createComplaint(): (request: FastifyRequest, status: number) => void {
  const since = new Map<number, { at: number; requests: number }>()
  return ({ log, ip }, status) => {
    const last = since.get(status)
    if (last && performance.now() - last.at < complainEveryMs) return void last.requests++
    since.set(status, { at: performance.now(), requests: 0 })
    const requests = 1 + (last?.requests ?? 0)
    log.warn({ code: 'ingest_refused', status, requests, from: ip }, 'What a gateway posted was refused.')
  }
}
