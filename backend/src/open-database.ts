// Opens the database for a process: DATABASE_URL, or the embedded one under DATA_DIR; then migrates it. Called by main.ts and admin.ts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { sealChain } from './audit/seal-chain.ts'
import { ensureRoles } from './auth/role-setup-queries.ts'
import type { Config } from './config.ts'
import { ensureBuildingViews } from './database/building-views.ts'
import { connect, type Connection } from './database/connect.ts'
import { databaseUrlFile, startEmbedded } from './database/embedded/launcher.ts'
import { StartFailure } from './database/embedded/start-failure.ts'
import { migrate } from './database/migrate.ts'
import { ensurePartitions } from './database/partition-queries.ts'
import type { Database } from './database/schema.ts'

export type OpenDatabase = { readonly connection: Connection; readonly url: string; close(): Promise<void> }

type Options = Pick<
  Config,
  'databaseUrl' | 'databasePort' | 'databasePool' | 'databaseUrgentPool' | 'dataDir' | 'backupWalDays' | 'auditSecrets'
>

/** `isPrepared` false: as it is, whatever version made it. */
export async function openDatabase(config: Options, log: Logger, isPrepared = true): Promise<OpenDatabase> {
  const running = config.databaseUrl ?? runningEmbedded(config.dataDir)
  const usable = running !== null && (config.databaseUrl !== null || (await answers(running)))
  const embedded = usable
    ? null
    : await startEmbedded({
        dataDir: config.dataDir,
        port: config.databasePort,
        archiveTo: archiveOf(config),
        say: (line) => log.info(line),
        log,
      })
  const url = embedded?.url ?? running ?? ''
  const connection = connect({
    url,
    poolSize: config.databasePool,
    urgentPoolSize: config.databaseUrgentPool,
    auditSecrets: config.auditSecrets,
    onLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })
  const close = async () => {
    await connection.close()
    await embedded?.stop()
  }
  try {
    await untilItAnswers(connection)
    if (!isPrepared) return { connection, url, close }
    const ran = await prepareDatabase(connection.db)
    if (ran.length > 0) log.info({ migrations: ran }, 'database migrated')
    return { connection, url, close }
  } catch (error) {
    await close()
    throw error
  }
}

export const backupsFolder = (dataDir: string) => join(dataDir, 'backups')

/** Where the log of the embedded database is kept; null: nowhere. */
export const archiveOf = ({ dataDir, backupWalDays }: Pick<Config, 'dataDir' | 'backupWalDays'>) =>
  backupWalDays > 0 ? backupsFolder(dataDir) : null

/** Answers the names of the migrations it ran. */
export async function prepareDatabase(db: Database): Promise<string[]> {
  const ran = await migrate(db)
  await ensureBuildingViews(db)
  await ensureRoles(db)
  await ensurePartitions(db, Date.now())
  await sealChain(db)
  return ran
}

function runningEmbedded(dataDir: string): string | null {
  try {
    return readFileSync(databaseUrlFile(dataDir), 'utf8').trim()
  } catch {
    return null
  }
}

async function answers(url: string): Promise<boolean> {
  const connection = connect({ url, poolSize: 2 })
  return connection.answers().finally(() => connection.close())
}

/** A database that starts beside us may need a moment. */
async function untilItAnswers(connection: Connection): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await connection.answers(5_000))) {
    if (Date.now() > deadline) throw new StartFailure('The database of DATABASE_URL does not answer.')
    await wait(500)
  }
}
