// Request ids and one JSON line per answer. The id comes from the server layer, so that one request is one id in all logs.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9-]{1,64}$/.test(given) ? given : randomUUID()
}

export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('cache-control', 'no-store')
  })
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
    // Asked every few seconds by whoever watches us.
    const isProbe = route === '/health' || route === '/ready'
    request.log[isProbe ? 'debug' : 'info'](line, 'answered')
  })
}
