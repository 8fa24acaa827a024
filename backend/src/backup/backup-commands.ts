// What the operator's command line says and does about backups: where secrets lie, and one sentence as an answer. Called by admin.ts.
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { checkBackup } from './check-backup.ts'
import { rememberBackup } from './last-backup.ts'
import { restoreBackup, restoreSecrets } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

type Place = {
  readonly databaseUrl: string
  readonly dataDir: string
  /** Holds the passphrase of the secrets; absent: they are left out. */
  readonly passphraseFile: string | undefined
}

export async function backup(place: Place, folder: string): Promise<string> {
  const { databaseUrl, dataDir } = place
  const passphrase = await passphraseOf(place)
  const order = passphrase ? { text: await secretsIn(dataDir), passphrase } : null
  const { secrets } = await writeBackup({ databaseUrl, folder, secrets: order })
  const rows = await checkBackup(databaseUrl, folder)
  await rememberBackup(dataDir)
  const left = secrets ? 'with its secrets' : 'WITHOUT the secrets of this installation (no --passphrase-file)'
  return `${rows} rows were written to ${folder}, ${left}, and restored into a scratch database to check them.`
}

export async function check(place: Place, folder: string): Promise<string> {
  const rows = await checkBackup(place.databaseUrl, folder)
  const passphrase = await passphraseOf(place)
  const secrets = passphrase ? await restoreSecrets(folder, passphrase) : null
  return `${rows} rows can be restored from ${folder}${secrets ? ', and its secrets' : ''}.`
}

export async function restore(place: Place, folder: string): Promise<string> {
  const passphrase = await passphraseOf(place)
  // First what may fail without having changed anything.
  const secrets = passphrase ? await restoreSecrets(folder, passphrase) : null
  const files = secrets ? Object.entries(SecretFiles.parse(JSON.parse(secrets))) : []
  for (const [name] of files) {
    const path = join(place.dataDir, name)
    if (existsSync(path)) throw new Error(`${path} is there already; restore into a new DATA_DIR.`)
  }
  const { tables, madeAt } = await restoreBackup(place.databaseUrl, folder)
  for (const [name, text] of files) await writeFile(join(place.dataDir, name), text, { mode: 0o600, flag: 'wx' })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const left = secrets ? 'and its secrets' : 'without secrets: whoever was signed in signs in anew'
  return `${rows} rows as of ${madeAt} were restored, ${left}.`
}

/** What `npm start` or `rollcall setup` made in the data folder, by name; an installation that is set up otherwise keeps its secrets
 * where it has them. */
const secretFiles = ['secrets.json', 'demo-accounts.json', 'rollcall.env', 'backup-passphrase'] as const
const SecretFiles = z.partialRecord(z.enum(secretFiles), z.string())

async function secretsIn(dataDir: string): Promise<string> {
  const names = secretFiles.filter((name) => existsSync(join(dataDir, name)))
  if (names.length === 0) throw new Error(`There are no secrets to seal in ${dataDir}.`)
  const files = await Promise.all(names.map(async (name) => [name, await readFile(join(dataDir, name), 'utf8')]))
  return JSON.stringify(Object.fromEntries(files))
}

async function passphraseOf({ passphraseFile }: Place): Promise<string | null> {
  if (passphraseFile === undefined) return null
  return (await readFile(passphraseFile, 'utf8')).trim()
}
