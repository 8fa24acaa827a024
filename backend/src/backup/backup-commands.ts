// What the operator's command line says and does about backups: where secrets lie, and one sentence as an answer. Called by admin.ts.
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { baseCopiesIn, writeBaseCopy } from './base-copy.ts'
import { checkBackup } from './check-backup.ts'
import { checkBaseCopy } from './check-base.ts'
import { removeOldMoments } from './kept-moments.ts'
import { rememberBackup } from './last-backup.ts'
import { restoreBackup, restoreSecrets } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

type Place = {
  readonly databaseUrl: string
  readonly dataDir: string
  /** Holds the passphrase of the secrets; absent: they are left out. */
  readonly passphraseFile: string | undefined
  /** Of which every moment can be restored; 0: none, as with a PostgreSQL that is not the embedded one. */
  readonly walDays: number
}

export async function backup(place: Place, folder: string): Promise<string> {
  const { databaseUrl, dataDir } = place
  const passphrase = await passphraseOf(place)
  const order = passphrase ? { text: await secretsIn(dataDir), passphrase } : null
  const { secrets } = await writeBackup({ databaseUrl, folder, secrets: order })
  const rows = await checkBackup(databaseUrl, folder)
  const moments = await keepMoments(place, folder)
  await rememberBackup(dataDir)
  const left = secrets ? 'with its secrets' : 'WITHOUT the secrets of this installation (no --passphrase-file)'
  return `${rows} rows were written to ${folder}, ${left}, and restored into a scratch database to check them.${moments}`
}

/** Only beside the other backups, where the log is: a copy without it is worth nothing. */
async function keepMoments({ databaseUrl, dataDir, walDays }: Place, folder: string): Promise<string> {
  const backups = join(dataDir, 'backups')
  if (walDays === 0 || dirname(resolve(folder)) !== backups) return ''
  const copy = await writeBaseCopy(databaseUrl, folder)
  await checkBaseCopy(copy, backups)
  await removeOldMoments(backups, walDays)
  const [first] = await baseCopiesIn(backups)
  return `\nEvery moment since ${first?.until ?? copy.until} can be restored.`
}

export async function check(place: Place, folder: string): Promise<string> {
  const rows = await checkBackup(place.databaseUrl, folder)
  const passphrase = await passphraseOf(place)
  const secrets = passphrase ? await restoreSecrets(folder, passphrase) : null
  return `${rows} rows can be restored from ${folder}${secrets ? ', and its secrets' : ''}.`
}

export async function restore(place: Place, folder: string): Promise<string> {
  // First what may fail without having changed anything.
  const files = await sealedFiles(folder, place.passphraseFile)
  for (const [name] of files) {
    const path = join(place.dataDir, name)
    if (existsSync(path)) throw new Error(`${path} is there already; restore into a new DATA_DIR.`)
  }
  const { tables, madeAt } = await restoreBackup(place.databaseUrl, folder)
  for (const [name, text] of files) await writeFile(join(place.dataDir, name), text, { mode: 0o600, flag: 'wx' })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const left = files.length > 0 ? 'and its secrets' : 'without secrets: whoever was signed in signs in anew'
  return `${rows} rows as of ${madeAt} were restored, ${left}.`
}

/** What `npm start` or `rollcall setup` made in the data folder, by name; an installation that is set up otherwise keeps its secrets
 * where it has them. */
const secretFiles = ['secrets.json', 'demo-accounts.json', 'rollcall.env', 'backup-passphrase'] as const
const SecretFiles = z.partialRecord(z.enum(secretFiles), z.string())

/** Names and texts of what a backup has sealed; none without a passphrase. */
export async function sealedFiles(
  folder: string,
  passphraseFile: string | undefined,
): Promise<readonly (readonly [string, string])[]> {
  const passphrase = await passphraseOf({ passphraseFile })
  const secrets = passphrase ? await restoreSecrets(folder, passphrase) : null
  return secrets ? Object.entries(SecretFiles.parse(JSON.parse(secrets))) : []
}

async function secretsIn(dataDir: string): Promise<string> {
  const names = secretFiles.filter((name) => existsSync(join(dataDir, name)))
  if (names.length === 0) throw new Error(`There are no secrets to seal in ${dataDir}.`)
  const files = await Promise.all(names.map(async (name) => [name, await readFile(join(dataDir, name), 'utf8')]))
  return JSON.stringify(Object.fromEntries(files))
}

async function passphraseOf({ passphraseFile }: Pick<Place, 'passphraseFile'>): Promise<string | null> {
  if (passphraseFile === undefined) return null
  return (await readFile(passphraseFile, 'utf8')).trim()
}
