// The HTTP server before any row is mounted: limits, logging, errors, JSON and uploads, health. Called by server.ts.
import multipart from '@fastify/multipart'
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { problemReply } from '@rollcall/contracts/problems'
import type { Config } from '../config.ts'
import type { Connection } from '../database/connect.ts'
import { sendError } from './error-reply.ts'
import { acceptJsonOnly } from './json-body.ts'
import { logRequests, requestIdOf } from './request-log.ts'

export async function createApp(config: Config, connection: Connection, log: Logger): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    // An address that cannot be read at all is answered in our shape, too.
    frameworkErrors: (error, request, reply) => sendError(error, request as FastifyRequest, reply as FastifyReply),
    trustProxy: [...config.trustedProxies],
    // Longer than the server layer keeps its idle connections, so that it never writes into one we are closing.
    keepAliveTimeout: 75_000,
    requestTimeout: 120_000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
  }) as unknown as FastifyInstance
  app.decorateRequest('user', null)
  app.decorateRequest('bodyText', null)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) => reply.code(404).send(problemReply('not_found', request.id)))
  logRequests(app)
  acceptJsonOnly(app)
  await app.register(multipart)
  addHealth(app, connection)
  return app
}

/** /health: this process runs. /ready: it can also do its work. */
function addHealth(app: FastifyInstance, connection: Connection): void {
  app.get('/health', async () => ({ success: true, data: { status: 'ok' } }))
  app.get('/ready', async (request, reply) => {
    if (await connection.answers()) return { success: true, data: { status: 'ok' } }
    return reply.code(503).header('retry-after', '2').send(problemReply('database_unavailable', request.id))
  })
}
