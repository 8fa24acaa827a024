// `admin restore --from FOLDER`: a backup into a new, empty database, whole or not at all: one transaction, checked against the
// checksums and counts of the backup. Newer migrations run afterwards, as after an upgrade.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { connect } from '../database/connect.ts'
import { knownMigrations, migrate } from '../database/migrate.ts'
import { ensureDays } from '../database/partition-queries.ts'
import { copyIn, emptyForRestore, finishRestore, hasAccounts, migrationNames } from './backup-queries.ts'
import { readManifest, tableFile, type Manifest } from './manifest.ts'
import { secretsName, unseal } from './sealed-secrets.ts'
import { noteIn } from './write-backup.ts'

export async function restoreBackup(databaseUrl: string, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const unknown = manifest.migrations.filter((name) => !knownMigrations.includes(name))
  if (unknown.length > 0)
    throw new Error(
      `A newer version of Rollcall made this backup (${unknown.join(', ')}); restore it with that version.`,
    )
  await prepare(databaseUrl, manifest)
  const client = new Client({ connectionString: databaseUrl, application_name: 'rollcall-restore' })
  await client.connect()
  try {
    await client.query('BEGIN')
    if (await hasAccounts(client))
      throw new Error(
        'This database is in use: it has accounts. Restore into a new one (another DATA_DIR or DATABASE_URL).',
      )
    const references = await emptyForRestore(client, manifest.tables)
    for (const table of manifest.tables) await readTable(client, folder, table)
    await finishRestore(client, manifest.tables, references)
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
  await upgrade(databaseUrl)
  return manifest
}

/** The secrets as they were, or null when the backup has none. */
export async function restoreSecrets(folder: string, passphrase: string): Promise<string | null> {
  const { secrets } = await readManifest(folder)
  if (!secrets) return null
  const sealed = await readFile(join(folder, secretsName), 'utf8')
  if (createHash('sha256').update(sealed).digest('hex') !== secrets.sha256)
    throw new Error(`${secretsName} is damaged.`)
  return unseal(sealed, passphrase)
}

/** The tables as they were when the backup was made. */
async function prepare(databaseUrl: string, { migrations, historyDays }: Manifest): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const there = await migrationNames(client).finally(() => client.end())
  const newer = there.filter((name) => !migrations.includes(name))
  if (newer.length > 0)
    throw new Error(
      `This database is newer than the backup (${newer.join(', ')}). Restore into a new one (another DATA_DIR or DATABASE_URL).`,
    )
  const connection = connect({ url: databaseUrl, poolSize: 2 })
  try {
    await migrate(connection.db, migrations)
    await ensureDays(connection.db, historyDays)
  } finally {
    await connection.close()
  }
}

async function upgrade(databaseUrl: string): Promise<void> {
  const connection = connect({ url: databaseUrl, poolSize: 2 })
  await migrate(connection.db).finally(() => connection.close())
}

async function readTable(client: Client, folder: string, table: Manifest['tables'][number]): Promise<void> {
  const hash = createHash('sha256')
  const rows = client.query(copyFrom(copyIn(table)))
  const path = tableFile(folder, table.name)
  await pipeline(createReadStream(path), noteIn(hash), createGunzip(), rows).catch((error: unknown) => {
    throw new Error(`${path} cannot be read in: ${(error as Error).message}`)
  })
  if (hash.digest('hex') !== table.sha256 || rows.rowCount !== table.rows)
    throw new Error(`${path} is damaged: it is not what was written. Nothing was restored.`)
}
