// What the rollcall command does with the database: seed --accounts FILE [--site FILE] | create-user --email … --name … --role … |
// reset-password, remove-second-factor --email … | verify-audit [--head SEQ:HASH,…] | export --to FOLDER [--history yes] | backup, upgrade --to FOLDER | check-backup, restore
// --from FOLDER, restore also with [--at TIME], these with [--passphrase-file FILE] | database-state. It is that of DATABASE_URL, or the embedded one under DATA_DIR.
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { z } from 'zod'
import { NewPassword } from '@rollcall/contracts/domains/auth'
import { Email, text } from '@rollcall/contracts/fields'
import { roleNames } from '@rollcall/contracts/permissions'
import { Site } from '@rollcall/contracts/site'
import { logFormat } from '@rollcall/tokens/log-format'
import { createAccount, removeAccountFactor, resetAccountPassword } from './admin-accounts.ts'
import { exportAll } from './admin-export.ts'
import { databaseState, restoredMoment, upgradeDatabase } from './admin-upgrade.ts'
import { backup, check, restore } from './backup/backup-commands.ts'
import { momentOf, restoreMoment } from './backup/restore-moment.ts'
import { verifyChain } from './audit/verify-audit.ts'
import { createPasswords, passwordCost } from './auth/passwords.ts'
import { readDatabaseConfig } from './config.ts'
import { choosePlace, createFileStore } from './files/file-store.ts'
import { archiveOf, openDatabase, type OpenDatabase } from './open-database.ts'
import { importAccounts, importSite } from './site-import.ts'
import { hasBuilding } from './site-import-queries.ts'
import { fail } from './start-up.ts'

const Accounts = z.array(
  z.object({ role: z.enum(roleNames), email: Email, displayName: text(120), password: NewPassword }),
)
const commands = [
  'seed',
  'create-user',
  'reset-password',
  'remove-second-factor',
  'verify-audit',
  'export',
  'backup',
  'check-backup',
  'restore',
  'upgrade',
  'database-state',
] as const
/** These may change a database to what this version needs; the others take it as it is. */
const preparing: readonly string[] = ['seed', 'create-user', 'reset-password', 'remove-second-factor']

type Options = Readonly<Record<string, string | undefined>>

// What goes wrong here is a sentence already.
await run().catch((error: unknown) => fail(error, ''))

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: Object.fromEntries(
      ['site', 'accounts', 'email', 'name', 'role', 'to', 'from', 'at', 'history', 'head', 'passphrase-file'].map(
        (name) => [name, { type: 'string' as const }],
      ),
    ),
  })
  const command = commands.find((name) => name === positionals[0])
  if (!command) throw new Error(`Give one of: ${commands.join(', ')}.`)
  const config = readDatabaseConfig()
  // Progress belongs to the operator, the answer to whoever reads stdout.
  const log = pino(logFormat('admin', 'warn'), process.stderr)
  // Before there is a database: its files are what is restored.
  if (command === 'restore' && values['at'] !== undefined) await bringBack(values as Options, config)
  const database = await openDatabase(config, log, preparing.includes(command))
  try {
    const answer = await perform(command, values as Options, database, config)
    process.stdout.write(`${answer}\n`)
  } finally {
    await database.close()
  }
}

async function bringBack(options: Options, config: ReturnType<typeof readDatabaseConfig>): Promise<void> {
  const at = momentOf(required(options, 'at'))
  if (config.databaseUrl !== null)
    throw new Error(
      'DATABASE_URL names a PostgreSQL of your own: bring it to a moment with its own tools (docs/backup.md).',
    )
  const place = { dataDir: config.dataDir, passphraseFile: options['passphrase-file'], archiveTo: archiveOf(config) }
  await restoreMoment(place, required(options, 'from'), at)
}

async function perform(
  command: (typeof commands)[number],
  options: Options,
  { connection: { db }, url }: OpenDatabase,
  { dataDir, bucket, databaseUrl, backupWalDays, auditSecrets }: ReturnType<typeof readDatabaseConfig>,
): Promise<string> {
  const walDays = databaseUrl === null ? backupWalDays : 0
  const place = { databaseUrl: url, dataDir, passphraseFile: options['passphrase-file'], walDays }
  if (command === 'backup') return backup(place, required(options, 'to'))
  if (command === 'check-backup') return check(place, required(options, 'from'))
  if (command === 'restore' && options['at'] !== undefined) return restoredMoment(db, options['at'])
  if (command === 'restore') return restore(place, required(options, 'from'))
  if (command === 'upgrade') return upgradeDatabase(db, place, required(options, 'to'))
  if (command === 'database-state') return databaseState(db)
  const passwords = createPasswords(passwordCost)
  if (command === 'seed') {
    // Asked at every start of the demo, whose file is large: it is not read for nothing.
    if (await hasBuilding(db)) return 'There is a building already; nothing was imported.'
    const accounts = Accounts.parse(JSON.parse(await readFile(required(options, 'accounts'), 'utf8')))
    const { site: siteFile } = options
    const site = siteFile === undefined ? null : Site.parse(JSON.parse(await readFile(siteFile, 'utf8')))
    const files = createFileStore(choosePlace(db, bucket))
    await (site ? importSite({ db, files, passwords }, site, accounts) : importAccounts({ db, passwords }, accounts))
    return site ? `${site.building.name} was imported.` : `${accounts.length} accounts were imported.`
  }
  if (command === 'verify-audit') {
    if (auditSecrets.length === 0) throw new Error('Give AUDIT_SECRET, with which the audit log is keyed.')
    const { checked, head, broken } = await verifyChain(db, knownEnds(options['head']))
    if (broken) throw new Error(`Record ${broken.seq} of the audit log was ${broken.reason}.`)
    return `${checked} audit records, none changed, removed or reordered. The newest is ${head.seq}:${head.hash}`
  }
  if (command === 'export') return exportAll(db, required(options, 'to'), options['history'] === 'yes')
  const email = Email.parse(required(options, 'email'))
  if (command === 'reset-password') return resetAccountPassword(db, passwords, email)
  if (command === 'remove-second-factor') return removeAccountFactor(db, email)
  const role = z.enum(roleNames).parse(required(options, 'role'))
  return createAccount(db, passwords, { email, role, displayName: text(120).parse(required(options, 'name')) })
}

/** Newest records as logs and reports name them. */
function knownEnds(given: string | undefined): { seq: number; hash: string }[] {
  return (given?.split(',') ?? []).map((end) => {
    const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(end.trim()) ?? []
    if (seq === undefined || hash === undefined) throw new Error('Give --head as a log or a report has it: SEQ:HASH.')
    return { seq: Number(seq), hash }
  })
}

function required(options: Options, name: string): string {
  const value = options[name]
  if (value === undefined) throw new Error(`Give --${name}.`)
  return value
}
