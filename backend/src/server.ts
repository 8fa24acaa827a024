// The backend as one object: the HTTP server over a database. main.ts starts it; tests start it on any port.
import multipart from '@fastify/multipart'
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { problemReply } from '@rollcall/contracts/problems'
import type { Topic } from '@rollcall/contracts/topics'
import { atMostEvery } from './at-most-every.ts'
import { createAccounts } from './auth/create-accounts.ts'
import { startBackgroundWork, type BackgroundWork } from './background-work.ts'
import type { Config } from './config.ts'
import type { Connection } from './database/connect.ts'
import { createAlertWatch } from './domains/alerts/alert-watch.ts'
import { createHandlers } from './domains/all-handlers.ts'
import { createEmergencyWork } from './domains/emergency/emergency-work.ts'
import { createRosters } from './domains/emergency/roster.ts'
import { createPresence, presenceKeptMs } from './domains/positions/presence.ts'
import { createWeatherWatch } from './domains/weather/weather-watch.ts'
import { createFileStore } from './files/file-store.ts'
import { sendError } from './http/error-reply.ts'
import { answerExchanges } from './http/exchange-hook.ts'
import { implement } from './http/implement.ts'
import { acceptJsonOnly } from './http/json-body.ts'
import { addMetrics } from './http/metrics.ts'
import { logRequests, requestIdOf } from './http/request-log.ts'
import './http/request-types.ts'
import { startIdentification } from './ingest/identification.ts'
import { startIngest } from './ingest/start-ingest.ts'
import { startPositioning } from './positioning/engine.ts'
import { createPublisher } from './realtime/publisher.ts'
import { createRelayCall } from './realtime/relay-call.ts'
import { createSeal } from './seal.ts'

export type BackendOptions = {
  readonly config: Config
  readonly connection: Connection
  readonly log: Logger
  /** bcrypt cost; tests use a low one. */
  readonly passwordCost?: number
  readonly checkReplies?: boolean
  /** How long counts of who is on site are kept; tests, which write positions past the backend, keep none. */
  readonly presenceKeptMs?: number
  /** Whether this backend does what only one of several may do; tests do it themselves, when they want it. */
  readonly isLeader?: () => boolean
}

export type Backend = {
  readonly app: FastifyInstance
  readonly background: BackgroundWork
  readonly checkAlerts: () => Promise<void>
  /** Finishes requests under way, writes the last positions, then lets go. The connection stays the caller's. */
  stop(): Promise<void>
}

export async function createBackend(options: BackendOptions): Promise<Backend> {
  const { config, connection, log } = options
  const { db } = connection
  const app = createApp(config, log)
  acceptJsonOnly(app)
  await app.register(multipart)

  const { realtime } = config
  const call = realtime && createRelayCall({ url: realtime.publishUrl, apiKey: realtime.apiKey })
  const accounts = createAccounts({ config, db, call, log, passwordCost: options.passwordCost ?? 12 })
  answerExchanges(app, accounts.exchange)

  const files = createFileStore(config.dataDir)
  const publisher = createPublisher({ call, log })
  const seal = createSeal(config.tokenSecrets, 'phone keys')
  const identification = await startIdentification({ db, seal, log })
  const positioning = await startPositioning({ db, publisher, identification, log })
  const { heardBy, calibrate, signals } = positioning
  const { notify, publicUrl } = config
  const emergencies = createEmergencyWork({ db, publisher, notify, heardBy, log })
  const { announce, wakeOutbox } = emergencies
  const weather = createWeatherWatch({ db, baseUrl: config.weatherUrl, announce, wakeOutbox, heardBy, log })
  const alerts = createAlertWatch({ db, publisher, wakeOutbox, publicUrl })
  const { announceAlerts, checkAlerts } = alerts
  const parts = { realtime, files, calibrate, signals, heardBy, publicUrl, seal, weather, notify, announceAlerts }
  const keptMs = options.presenceKeptMs ?? presenceKeptMs
  const presence = createPresence(db, keptMs)
  // The dearest reading of all, and made again and again while somebody looks: others would wait for it too often.
  const rosters = createRosters({ db, heardBy, keptMs: 2 * keptMs })
  implement(app, {
    handlers: createHandlers({ ...accounts, ...emergencies, ...parts, db, presence, rosters, keptMs }),
    authenticate: accounts.authenticate,
    db,
    checkReplies: options.checkReplies ?? false,
    changed(topics) {
      if (!concerns(topics, siteTopics)) return
      presence.forget()
      rosters.forget()
    },
  })
  addHealth(app, connection)

  const { ingestKey, mqtt } = config
  const ingest = await startIngest(app, { db, ingestKey, mqtt, queue: positioning.queue })
  tellOfChanges(app, [positioning.readSite.run, identification.readKeys.run, ingest.work.run])
  const background = startBackgroundWork(
    { db, log, positioning, identification, ingest, emergencies, weather, checkAlerts },
    options.isLeader,
  )
  const counters = { ingest: ingest.counters, positioning: positioning.counters, publish: publisher.counters }
  addMetrics(app, counters, background.all)
  return {
    app,
    background,
    checkAlerts,
    async stop() {
      await app.close()
      await ingest.stop()
      await background.stop()
      await weather.stop()
      emergencies.close()
      await rosters.stop()
      await positioning.stop()
      for (const work of identification.store) await work.run()
      await publisher.stop()
    },
  }
}

/** What positions, counts of who is on site and names on a board are made of: whoever keeps a copy reads it again at once instead of
 * at its next interval. Who is accounted for is none of it: that comes by the hundred when it matters that pages are quick. */
const siteTopics: readonly Topic[] = ['site', 'receivers', 'transmitters', 'people', 'assets', 'settings']

function concerns(topics: readonly Topic[], wanted: readonly Topic[]): boolean {
  return topics.some((topic) => wanted.includes(topic))
}

function tellOfChanges(app: FastifyInstance, listeners: readonly (() => Promise<void>)[]): void {
  const lookAgain = atMostEvery(500, async () => void (await Promise.all(listeners.map((look) => look()))))
  app.addHook('onResponse', async (request, reply) => {
    const { row } = request.routeOptions.config
    if (reply.statusCode >= 300 || !row || !concerns(row.changes, siteTopics)) return
    await lookAgain()
  })
}

function createApp(config: Config, log: Logger): FastifyInstance {
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
