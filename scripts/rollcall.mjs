// The operator's command: `rollcall …` in a release, `npm run rollcall -- …` in a checkout. An installation is one folder, DATA_DIR,
// with its settings in rollcall.env (docs/operations.md). What works on the database is done by the backend's own command line.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './setup/built.mjs'
import { becomeOwner, dataFolder, loadSettings, version } from './setup/data-folder.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { withBackupPlace } from './setup/nightly-backup.mjs'
import { entries } from './setup/processes.mjs'
import { root } from './setup/project.mjs'
import { putAside } from './setup/replace-installation.mjs'
import { command, Refusal, say } from './setup/say.mjs'
import { auditSecrets, rotateSecret } from './setup/secrets.mjs'
import { writeSiteFiles } from './setup/site-files.mjs'

/** What the backend's command line does. */
const ofDatabase = [
  'create-user',
  'reset-password',
  'remove-second-factor',
  'backup',
  'check-backup',
  'restore',
  'upgrade',
  'verify-audit',
  'export',
]

const usage = `rollcall ${version}

  setup            makes a new installation (asks, or: --url --admin-email --admin-name, and --certificate --key or --proxy)
  run              runs the installation in the foreground, as its systemd unit does
  doctor           says what is wrong with it
  create-user      --email --name --role     prints a temporary password
  reset-password   --email
  remove-second-factor --email   for somebody who lost the phone and the recovery codes
  backup           [--to FOLDER] [--passphrase-file FILE] [--keep DAYS]
  check-backup     --from FOLDER [--passphrase-file FILE]
  restore          --from FOLDER [--passphrase-file FILE] [--replace]     into a new installation, or in the place of this one
  restore          --at TIME [--from FOLDER] [--replace]     as it was at that time (BACKUP_WAL_DAYS; docs/backup.md)
  upgrade          backs up, then brings the database to this version
  verify-audit     whether the audit log was changed, cut or built anew (--head SEQ:HASH: whether it still holds what a log or report named)
  export           --to FOLDER [--history yes]
  rotate-secret    NAME     exchanges one secret (docs/secrets.md)

The installation is the folder ${dataFolder()} (another: DATA_DIR=/some/folder rollcall …).`

await command(async () => {
  const [verb = 'help', ...rest] = process.argv.slice(2)
  if (verb === '--version' || verb === 'version') return say(version)
  if (verb === 'help' || verb === '--help') return say(usage)
  // A release is whole; a checkout may lack packages or be older than its sources.
  if (!existsSync(join(root, 'VERSION'))) {
    await ensureInstalled('running')
    await ensureBuilt()
  }
  if (verb === 'setup') return (await import('./setup/set-up.mjs')).setUp(rest)
  const settings = loadSettings(dataFolder())
  if (verb === 'run') return (await import('./setup/run-installation.mjs')).runInstallation(settings)
  if (verb === 'doctor') return (await import('./setup/doctor.mjs')).sayWhatIsWrong(settings)
  becomeOwner(dataFolder())
  if (verb === 'rotate-secret') {
    rotateSecret(dataFolder(), rest[0], settings ?? {})
    return say(`${rest[0]} is another one; the one before is accepted beside it. Restart Rollcall to take it up.`)
  }
  if (!ofDatabase.includes(verb)) throw new Refusal(`There is no "${verb}". Say: rollcall help`)
  await workOnDatabase(verb, rest)
})

/** In this very process, by the backend's command line; what is to be done before and after is done here. @param {string} verb @param {string[]} given */
async function workOnDatabase(verb, given) {
  const folder = dataFolder()
  const replaces = verb === 'restore' && given.includes('--replace')
  const before = replaces ? await putAside(folder, given.includes('--at') ? ['database'] : null) : null
  const wanted = given.filter((arg) => arg !== '--replace')
  const { args, afterwards } = withBackupPlace(verb, wanted, folder, before?.place ?? folder)
  process.on('exit', (code) => {
    if (code !== 0) return before?.putBack()
    afterwards()
    // Of this version, and for what was restored.
    const now = verb === 'restore' || verb === 'upgrade' ? loadSettings(folder) : null
    if (now) writeSiteFiles(folder, now)
    if (before) say(`What was there before is in ${before.place}; remove it when all is well.`)
  })
  Object.assign(process.env, { ...auditSecrets(folder), ...process.env })
  process.argv = [process.execPath, entries.admin, verb, ...args]
  await import(entries.admin)
}
