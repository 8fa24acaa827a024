// The backend as one object: the HTTP server over a database. main.ts starts it; tests start it on any port.
import { randomBytes } from 'node:crypto'
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
import { createUrgentRequests } from './urgent-requests.ts'
import { createWeatherWatch } from './domains/weather/weather-watch.ts'
import { choosePlace, createFileStore } from './files/file-store.ts'
import { workInThread, type HeavyWork } from './heavy/heavy-work.ts'
import { answerOthers, createAskOthers } from './http/ask-others.ts'
import { createApp } from './http/create-app.ts'
import { answerExchanges } from './http/exchange-hook.ts'
import { addHealth } from './http/health-routes.ts'
import { implement } from './http/implement.ts'
import { createReadRoom } from './http/read-room.ts'
import './http/request-types.ts'
import { keepUrgentOpen } from './keep-urgent-open.ts'
import { startIdentification } from './ingest/identification.ts'
import { createRedisLog } from './ingest/log/redis-log.ts'
import { startIngest } from './ingest/start-ingest.ts'
import { type Lease, startLease } from './ownership/lease.ts'
import { type Positioning, startPositioning } from './positioning/engine.ts'
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
  const urgentRequests = createUrgentRequests()
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
  const peerSeal = createSeal(config.tokenSecrets, 'questions between backends')
  const identification = await startIdentification({ db, seal, log })
  const { readingsRedisUrl } = config
  // Made with the lease; until then there is nothing to read, and nothing is late.
  let made: Pick<Positioning, 'readings' | 'lagMs'> | null = null
  const candidate = () => ({
    ableMs: made ? made.readings.reachableMs() : readingsRedisUrl === null ? Infinity : null,
    address: config.peerUrl ?? addressOf(app),
    lagMs: made?.lagMs() ?? 0,
  })
  const lease = await startLease({ db: connection.lease, isShared: readingsRedisUrl !== null, candidate, log })
  const positioning = await startPositioning({
    db,
    publisher,
    identification,
    urgentRequests,
    ownerships: lease.ownerships,
    sharedLog: readingsRedisUrl === null ? null : (now) => createRedisLog({ url: readingsRedisUrl, now, log }),
    propose: (...survey) => heavy.run('calibration', survey),
    askOthers: createAskOthers(() => lease.otherAddresses, peerSeal),
    onCanary: (sentAt) => canary?.located(sentAt),
    log,
  })
  const canary = startCanary({ app, key: canaryKey, realtime, publisher })
  const brokenLink = () => canary?.brokenLink() ?? null
  const { calibrate, radioOf, signals, readings } = positioning
  made = positioning
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
    urgentRequests,
    // More would only wait for a connection, before positions and changes.
    readsAtOnce: createReadRoom(config.databasePool * 3),
    checkReplies: options.checkReplies ?? false,
    changes,
    denials,
  })
  answerOthers(app, peerSeal, positioning.answers)
  const ingest = await startIngest(app, {
    db,
    ingestKeys: [...ingestKeys, canaryKey],
    mqtt,
    readings,
    now: positioning.clock.now,
    isOurs: () => lease.leader.epoch !== null,
    namePhones: positioning.namePhones,
    arrivalsOf: positioning.arrivalsOf,
  })
  reactToChanges(changes, { accounts, ...counts, positioning, identification, ingest, lease, ...push })
  const keepUrgent = keepUrgentOpen(connection, log)
  await keepUrgent.run()
  const listener = await startChangeListener({ connection, changes, log })
  if (readings.isShared) await lease.work.run()
  const watching = { db, log, keepUrgent, lease, listener, positioning, identification, ingest, canary }
  const background = startBackgroundWork(
    { ...watching, denials, passwordMail, emergencies, weather, checkAlerts, recordReadiness, ...push },
    options.isLeader,
  )
  exposeMetrics(app, { config, db, notWell, ingest, positioning, publisher, canary, lease, background })
  return {
    app,
    background,
    checkAlerts,
    canary,
    async stop() {
      canary?.stop()
      if (readings.isShared) await handOver(positioning, lease)
      await app.close()
      await ingest.stop()
      await background.stop()
      await Promise.all([listener.stop(), weather.stop()])
      emergencies.close()
      passwordMail.close()
      await positioning.stop()
      await lease.release()
      for (const work of [denials.work, ...identification.store]) await work.run()
      await publisher.stop()
      await heavy.stop()
    },
  }
}

/** Another backend goes on at once; what this one is still sent lies in the log that they share. */
async function handOver(positioning: Pick<Positioning, 'pause'>, lease: Pick<Lease, 'release'>): Promise<void> {
  await positioning.pause()
  await lease.release()
}

/** Where other backends reach this one; null before it listens. */
function addressOf({ server }: FastifyInstance): string | null {
  const at = server.address()
  if (at === null || typeof at === 'string') return null
  const isEvery = at.address === '0.0.0.0' || at.address === '::'
  const host = isEvery ? hostname() : at.family === 'IPv6' ? `[${at.address}]` : at.address
  return `http://${host}:${at.port}`
}
