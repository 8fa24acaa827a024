// Starts the backend: settings, database, HTTP server. Stops gracefully on SIGTERM and SIGINT.
import { pino } from 'pino'
import { logFormat } from '@rollcall/tokens/log-format'
import { tellSystemd } from '@rollcall/tokens/tell-systemd'
import { processEnvironment, readConfig } from './config.ts'
import { choosePlace } from './files/file-store.ts'
import { moveFiles } from './files/move-files.ts'
import { listenForGateways } from './ingest/ingest-listener.ts'
import { openDatabase } from './open-database.ts'
import { goFirst } from './priority.ts'
import { createBackend } from './server.ts'
import { runProcess } from './start-up.ts'

await runProcess(async () => {
  const config = readConfig()
  const log = pino(logFormat('backend', config.logLevel))
  const database = await openDatabase(config, log)
  // Only now: an embedded database stays where it is.
  goFirst()
  const backend = await createBackend({ config, connection: database.connection, log })
  await backend.app.listen({ host: config.host, port: config.port })
  const address = backend.app.server.address()
  // The port that was asked for, or the one that was free when it was 0.
  const port = typeof address === 'object' ? address?.port : config.port
  log.info({ host: config.host, port }, 'the backend listens')
  const gateways = config.ingestListener && (await listenForGateways(backend.app, config.ingestListener))
  if (gateways) log.info({ host: config.ingestListener?.host, port: gateways.port }, 'gateways are listened to')
  // At once, so that the first page knows.
  void backend.canary?.work.run()
  const silence = tellSystemd(processEnvironment)
  const { db } = database.connection
  const to = choosePlace(db, config.bucket)
  const moving = moveFiles({ dataDir: config.dataDir, db, to, fromDatabase: config.bucket !== null, log })
  return async () => {
    silence()
    await moving.stop()
    await gateways?.close()
    await backend.stop()
    await database.close()
  }
})
