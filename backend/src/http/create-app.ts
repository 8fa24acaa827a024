// The HTTP server before any row is mounted: limits, logging, errors, JSON and uploads. Called by server.ts.
import multipart from '@fastify/multipart'
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { sendError } from './error-reply.ts'
import { acceptJsonOnly } from './json-body.ts'
import { answerOtherMethods } from './other-methods.ts'
import { logRequests, requestIdOf } from './request-log.ts'

export async function createApp(config: Config, log: Logger): Promise<FastifyInstance> {
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
  answerOtherMethods(app)
  logRequests(app)
  acceptJsonOnly(app)
  await app.register(multipart)
  return app
}
