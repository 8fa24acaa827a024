// The backend as one object: the HTTP server over a database. main.ts starts it; tests start it on any port.
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createDenials } from './http/denials.ts'
import { createAccounts } from './auth/create-accounts.ts'
import { createPasswordMail } from './domains/auth/password-mail.ts'
import { passwordCost } from './auth/passwords.ts'
import { cacheAnswers } from './cached-answer.ts'
import { startBackgroundWork, type BackgroundWork } from './background-work.ts'
import type { Canary } from './canary/canary.ts'
import { startCanary } from './canary/start-canary.ts'
import { startChangeListener } from './changes/change-listener.ts'
import { createChanges } from './changes/changes.ts'
import type { Config } from './config.ts'
import type { Connection } from './database/connect.ts'
import { createAlertWatch } from './domains/alerts/alert-watch.ts'
import { createHandlers } from './domains/all-handlers.ts'
import { createEmergencyWork } from './domains/emergency/emergency-work.ts'
import { createPresence, presenceCacheMs } from './domains/positions/presence.ts'
import { createPush } from './domains/push/create-push.ts'
import { createReadinessWatch } from './domains/readiness/readiness-watch.ts'
import { receiverDoor } from './domains/receivers/receiver-connection.ts'
import { exposeMetrics } from './expose-metrics.ts'
import { createWeatherWatch } from './domains/weather/weather-watch.ts'
import { choosePlace, createFileStore } from './files/file-store.ts'
import { workInThread, type HeavyWork } from './heavy/heavy-work.ts'
import { answerOthers } from './http/ask-others.ts'
import { createApp } from './http/create-app.ts'
import { answerExchanges } from './http/exchange-hook.ts'
import { addHealth } from './http/health-routes.ts'
import { implement } from './http/implement.ts'
import { createReadRoom } from './http/read-room.ts'
import './http/request-types.ts'
import { keepUrgentOpen } from './keep-urgent-open.ts'
import { startIngest } from './ingest/start-ingest.ts'
import { positionsInThread } from './positions-thread.ts'
import type { Positions, PositionsOptions } from './positions.ts'
import { reactToChanges } from './react-to-changes.ts'
import { createPublisher } from './realtime/publisher.ts'
import { createReadyCheck } from './ready-check.ts'
import { createRelayCall } from './realtime/relay-call.ts'
import { createTellAccount } from './realtime/tell-account.ts'
import { createSeal } from './seal.ts'

export type BackendOptions = {
  readonly config: Config
  readonly connection: Connection
  readonly log: Logger
  /** bcrypt cost; tests use a low one. */
  readonly passwordCost?: number
  readonly checkReplies?: boolean
  /** How long counts of who is on site are kept; tests, which write positions past the backend, keep none. */
  readonly presenceCacheMs?: number
  /** Whether this backend does what only one of several may do; tests do it themselves, when they want it. */
  readonly isLeader?: () => boolean
  /** Who does heavy work; tests run from sources, where there is no bundle for a thread. */
  readonly heavy?: (connection: Connection) => HeavyWork
  /** Who makes positions; tests make them in place. */
  readonly positions?: (options: PositionsOptions) => Promise<Positions>
}

export type Backend = {
  readonly app: FastifyInstance
  readonly background: BackgroundWork
  readonly checkAlerts: () => Promise<void>
  /** Null: no relay is configured. */
  readonly canary: Canary | null
  /** Finishes requests under way, writes the last positions, then lets go. The connection stays the caller's. */
  stop(): Promise<void>
}

// Long because it names every part of a backend once, in the order in which they are made.
export async function createBackend(options: BackendOptions): Promise<Backend> {
  const { config, connection, log } = options
  const { db, urgent } = connection
  const changes = createChanges()
  const { realtime, notify, publicUrl, ingestKeys, mqtt } = config
  const canaryKey = randomBytes(32).toString('base64url')
  const app = await createApp(config, log)
  const call = realtime && createRelayCall({ url: realtime.publishUrl, apiKey: realtime.apiKey })
  const { dataDir, diskLeastFreeMb: leastFreeMb } = config
  const notWell = createReadyCheck({ connection, dataDir, leastFreeMb, call })
  addHealth(app, notWell)
  const accounts = createAccounts({ config, db: urgent, call, log, passwordCost: options.passwordCost ?? passwordCost })
  await accounts.secondFactors.sealAnew()
  answerExchanges(app, accounts.exchange)

  const denials = createDenials(db, log)
  const heavy = (options.heavy ?? workInThread)(connection)
  const files = createFileStore(choosePlace(db, config.bucket))
  const publisher = createPublisher({ call, log })
  const seal = createSeal(config.sealSecrets, 'phone keys')
  const isShared = config.readingsRedisUrl !== null
  const peerSeal = createSeal(config.tokenSecrets, 'questions between backends')
  const onCanary = (sentAt: number) => canary?.located(sentAt)
  const positions = await (options.positions ?? positionsInThread)({ config, connection, heavy, log, onCanary })
  app.addHook('onListen', async () => positions.listensAt(addressOf(app)))
  const canary = startCanary({ app, key: canaryKey, realtime, publisher })
  const brokenLink = () => canary?.brokenLink() ?? null
  const { calibrate, radioOf, signals } = positions
  const emergencies = createEmergencyWork({ db: urgent, publisher, notify, publicUrl, log })
  const { announce, wakeOutbox } = emergencies
  const weather = createWeatherWatch({ db: urgent, baseUrl: config.weatherUrl, announce, wakeOutbox, log })
  const { checkAlerts, ...alertNews } = createAlertWatch({ db, publisher, wakeOutbox, publicUrl, brokenLink })
  const passwordMail = createPasswordMail({ db, notify, publicUrl, log })
  const push = createPush({ db, config, log })
  const door = receiverDoor(config)
  const tellAccount = createTellAccount(publisher)
  const radio = { calibrate, radioOf, signals, realtime, door }
  const parts = { ...radio, files, heavy, seal, weather, notify, ...alertNews, tellAccount, passwordMail }
  const cacheMs = options.presenceCacheMs ?? presenceCacheMs
  const { readiness, recordReadiness } = createReadinessWatch({ db, publisher, notify, cacheMs })
  // Once a second at most, and every page begins with it, also the one on which somebody raises an alarm.
  const counts = { presence: createPresence(urgent, cacheMs), siteAnswers: cacheAnswers(cacheMs) }
  implement(app, {
    handlers: createHandlers({ ...accounts, ...emergencies, ...parts, ...push, ...counts, db, readiness, cacheMs }),
    authenticate: accounts.authenticate,
    connection,
    // More would only wait for a connection, before positions and changes.
    readsAtOnce: createReadRoom(config.databasePool * 3),
    checkReplies: options.checkReplies ?? false,
    changes,
    denials,
  })
  answerOthers(app, peerSeal, positions.answers)
  const ingest = await startIngest(app, {
    db,
    ingestKeys: [...ingestKeys, canaryKey],
    mqtt,
    intake: positions,
    isShared,
  })
  reactToChanges(changes, { accounts, ...counts, positions, ingest, ...push })
  const keepUrgent = keepUrgentOpen(connection, log)
  await keepUrgent.run()
  const listener = await startChangeListener({ connection, changes, log })
  // Now that there is somebody to ask.
  if (isShared) await positions.holdLeases.run()
  const watching = { db, log, keepUrgent, listener, positions, ingest, canary }
  const background = startBackgroundWork(
    { ...watching, denials, passwordMail, emergencies, weather, checkAlerts, recordReadiness, ...push },
    options.isLeader,
  )
  exposeMetrics(app, { config, db, notWell, ingest, positions, publisher, canary, background })
  return {
    app,
    background,
    checkAlerts,
    canary,
    async stop() {
      canary?.stop()
      if (isShared) await positions.handOver()
      await app.close()
      await ingest.stop()
      await background.stop()
      await Promise.all([listener.stop(), weather.stop()])
      emergencies.close()
      passwordMail.close()
      await positions.stop()
      await denials.work.run()
      await publisher.stop()
      await heavy.stop()
    },
  }
}

/** Where other backends reach this one, which listens. */
function addressOf({ server }: FastifyInstance): string {
  const at = server.address() as AddressInfo
  const isEvery = at.address === '0.0.0.0' || at.address === '::'
  const host = isEvery ? hostname() : at.family === 'IPv6' ? `[${at.address}]` : at.address
  return `http://${host}:${at.port}`
}
