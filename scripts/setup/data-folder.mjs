// An installation is one folder: settings, secrets, database, logs and backups. Used by the rollcall command.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { root } from './project.mjs'

/** @type {string} */
export const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version

export const dataFolder = () => resolve(root, process.env['DATA_DIR'] ?? '.data')

/** @param {string} folder */
export const settingsFile = (folder) => join(folder, 'rollcall.env')
/** Opens the secrets within a backup. @param {string} folder */
export const passphraseFile = (folder) => join(folder, 'backup-passphrase')
/** @param {string} folder */
export const backupsFolder = (folder) => join(folder, 'backups')

/**
 * Puts the settings of the installation into the environment, where they are not set yet; null when it was not made by `rollcall setup`.
 * @param {string} folder
 */
export function loadSettings(folder) {
  process.env['DATA_DIR'] = folder
  const file = settingsFile(folder)
  if (!existsSync(file)) return null
  const settings = /** @type {Record<string, string>} */ (parseEnv(readFileSync(file, 'utf8')))
  for (const [name, value] of Object.entries(settings)) process.env[name] ??= value
  return settings
}

/** Files of an installation belong to its user, also when root gives the command; certificates are read before. @param {string} folder */
export function becomeOwner(folder) {
  const owner = statSync(folder, { throwIfNoEntry: false })
  if (process.getuid?.() !== 0 || !owner || owner.uid === 0) return
  process.setgroups?.([owner.gid])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
}
