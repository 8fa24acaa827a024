// The embedded database as a process of its own, so that it outlives a restart of the backend. Leaves its address, which holds the
// password, in DATA_DIR/database-url for the backend and the command line.
import { pino } from 'pino'
import { logFormat } from '@rollcall/tokens/log-format'
import { readDatabaseConfig } from './config.ts'
import { startEmbedded } from './database/embedded/launcher.ts'
import { archiveOf } from './open-database.ts'
import { runProcess } from './start-up.ts'

await runProcess(async () => {
  const config = readDatabaseConfig()
  const { dataDir, databasePort: port } = config
  const log = pino(logFormat('database', config.logLevel))
  const database = await startEmbedded({
    dataDir,
    port,
    archiveTo: archiveOf(config),
    say: (line) => log.info(line),
    log,
  })
  log.info({ port: Number(new URL(database.url).port) }, 'the database listens')
  return () => database.stop()
})
