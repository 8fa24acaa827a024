// `admin backup --to FOLDER`: everything as it was at one moment, while the product goes on: every table as PostgreSQL writes it, and
// the secrets, sealed. A folder of files with their checksums; backup.json comes last.
import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { copyOut, historyDays, migrationNames, tableShapes, type TableShape } from './backup-queries.ts'
import { manifestName, tableFile, type Manifest } from './manifest.ts'
import { seal, secretsName, shortestPassphrase } from './sealed-secrets.ts'

export type BackupOrder = {
  readonly databaseUrl: string
  readonly folder: string
  /** Null: they are left out. */
  readonly secrets: { readonly text: string; readonly passphrase: string } | null
}

export async function writeBackup({ databaseUrl, folder, secrets }: BackupOrder): Promise<Manifest> {
  if (secrets && secrets.passphrase.length < shortestPassphrase)
    throw new Error(`The passphrase has fewer than ${shortestPassphrase} characters.`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`)
  const client = new Client({ connectionString: databaseUrl, application_name: 'rollcall-backup' })
  await client.connect()
  try {
    // Everything is of the moment of the first read; nobody waits for us, and we for nobody.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const migrations = await migrationNames(client)
    const days = await historyDays(client)
    const tables: Manifest['tables'] = []
    for (const shape of await tableShapes(client)) tables.push(await writeTable(client, shape, folder))
    await client.query('COMMIT')
    const sealed = secrets ? await seal(secrets.text, secrets.passphrase) : null
    if (sealed) await writeFile(join(folder, secretsName), sealed, { mode: 0o600 })
    const manifest: Manifest = {
      format: 1,
      madeAt: new Date().toISOString(),
      migrations,
      historyDays: days,
      tables,
      secrets: sealed ? { sha256: createHash('sha256').update(sealed).digest('hex') } : null,
    }
    await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    return manifest
  } finally {
    await client.end()
  }
}

async function writeTable(client: Client, shape: TableShape, folder: string): Promise<Manifest['tables'][number]> {
  const hash = createHash('sha256')
  const rows = client.query(copyTo(copyOut(shape)))
  // Personal data: nobody else on this machine needs to read it.
  const file = createWriteStream(tableFile(folder, shape.name), { mode: 0o600, flush: true })
  await pipeline(rows, createGzip({ level: 5 }), noteIn(hash), file)
  return { ...shape, columns: [...shape.columns], rows: rows.rowCount, sha256: hash.digest('hex') }
}

/** Of what lies on the disk, so that a damaged file is found before it is unpacked. */
export function noteIn(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
}
