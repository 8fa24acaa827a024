// Where a backup goes when nobody says: into the installation's own folder, under its time, sealed with the installation's passphrase.
// Of those, the old ones are removed once a newer one was made and checked. Used by the rollcall command.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backupsFolder, passphraseFile } from './data-folder.mjs'
import { Refusal } from './say.mjs'

const stamp = /^\d{8}T\d{6}Z(-\w+)?$/
const restored = ['backup', 'upgrade', 'check-backup', 'restore']

/**
 * The arguments with what was left out, and what to do when all went well.
 * @param {string} verb @param {string[]} given @param {string} folder @param {string} secrets the folder with the passphrase
 */
export function withBackupPlace(verb, given, folder, secrets) {
  const args = [...given]
  const nothing = { args, afterwards: () => {} }
  if (!restored.includes(verb)) return nothing
  if (!args.includes('--passphrase-file') && existsSync(passphraseFile(secrets)))
    args.push('--passphrase-file', passphraseFile(secrets))
  // A moment is restored from whichever backup was before it.
  if (verb === 'restore' && args.includes('--at') && !args.includes('--from'))
    args.push('--from', backupsFolder(folder))
  if (verb !== 'backup' && verb !== 'upgrade') return nothing
  const days = taken(args, '--keep')
  if (!args.includes('--to')) args.push('--to', newPlace(folder, verb === 'upgrade' ? '-upgrade' : ''))
  return { args, afterwards: () => days !== null && removeOlder(folder, days) }
}

/** @param {string} folder @param {string} suffix */
function newPlace(folder, suffix) {
  const time = new Date().toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
  return join(backupsFolder(folder), `${time}${suffix}`)
}

/** @param {string[]} args @param {string} name */
function taken(args, name) {
  const at = args.indexOf(name)
  if (at < 0) return null
  const [, value] = args.splice(at, 2)
  const days = Number(value)
  if (!Number.isInteger(days) || days < 1) throw new Refusal(`${name} takes a number of days.`)
  return days
}

/** The time is in the name: a copy that was touched later is no younger. @param {string} folder @param {number} days */
function removeOlder(folder, days) {
  const oldest = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
  for (const name of readdirSync(backupsFolder(folder)))
    if (stamp.test(name) && name.slice(0, 8) < oldest) rmSync(join(backupsFolder(folder), name), { recursive: true })
}
