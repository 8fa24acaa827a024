// `rollcall doctor`: looks at everything an installation needs and says what is wrong with it, one line each; exit code 1 when something is.
import { X509Certificate } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { bunCommand } from '../../relay/bin/bun-command.mjs'
import { backupsFolder, becomeOwner, dataFolder, passphraseFile, settingsFile, version } from './data-folder.mjs'
import { isFree } from './preconditions.mjs'
import { databaseUrlFile, entries } from './processes.mjs'
import { outcome } from './project.mjs'
import { Refusal, say } from './say.mjs'

/** What is in order as a word or two, or what is wrong as a sentence. @typedef {{ good: string } | { bad: string }} Finding */
/** @type {(text: string) => Finding} */
const good = (text) => ({ good: text })
/** @type {(text: string) => Finding} */
const bad = (text) => ({ bad: text })
const day = 86_400_000

/** @param {Record<string, string> | null} settings */
export async function sayWhatIsWrong(settings) {
  const folder = dataFolder()
  if (!settings) throw new Refusal(`There is no installation in ${folder}. Make one with: rollcall setup`)
  const ofCertificate = await settled(() => certificate(settings))
  becomeOwner(folder)
  const checks = {
    Node: () => nodeVersion(),
    'runtime of the relay': () => relayRuntime(),
    'data folder': () => ownFolder(folder),
    secrets: () => secretFiles(folder, settings),
    disk: () => freeSpace(folder),
    ports: () => ports(settings),
    database: () => database(),
    certificate: () => ofCertificate,
    backups: () => newestBackup(folder),
    ...(Number(settings['BACKUP_WAL_DAYS']) > 0 ? { moments: () => keptMoments(folder) } : {}),
  }
  let wrong = 0
  say(`Rollcall ${version}, installation ${folder}`)
  for (const [name, check] of Object.entries(checks)) {
    const found = await settled(check)
    if ('bad' in found) wrong++
    say('bad' in found ? `✗ ${name}: ${found.bad}` : `✓ ${name}: ${found.good}`)
  }
  if (wrong > 0) throw new Refusal(`\n${wrong} of ${Object.keys(checks).length} need attention.`)
}

/** A check that cannot be made is something wrong, too. @param {() => Finding | Promise<Finding>} check */
const settled = (check) =>
  Promise.resolve()
    .then(check)
    .catch((error) => bad(error instanceof Error ? error.message : String(error)))

function nodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isNew = major > 20 || (major === 20 && minor >= 19)
  return isNew ? good(process.versions.node) : bad(`this is ${process.versions.node}; 20.19 or newer is needed.`)
}

function relayRuntime() {
  bunCommand()
  return good('there')
}

/** @param {string} folder */
function ownFolder(folder) {
  const { uid, mode } = statSync(folder)
  const me = process.getuid?.()
  if (uid !== me) return bad(`it belongs to user ${uid}, and this is user ${me}; run rollcall as its owner or as root.`)
  return mode & 0o022 ? bad(`others may write to it; chmod go-w ${folder}`) : good('ours')
}

/** @param {string} folder @param {Record<string, string>} settings */
function secretFiles(folder, settings) {
  const own = [
    settingsFile(folder),
    join(folder, 'secrets.json'),
    passphraseFile(folder),
    join(folder, 'database-password'),
  ]
  const named = Object.entries(settings)
    .filter(([name]) => name.endsWith('_FILE'))
    .map(([, path]) => path)
  const there = [...own, ...named].filter((file) => existsSync(file))
  const open = there.filter((file) => statSync(file).mode & 0o077)
  if (!there.includes(join(folder, 'secrets.json'))) return bad('secrets.json is missing; restore it from a backup.')
  return open.length > 0
    ? bad(`others may read ${open.join(', ')}; chmod 600 them.`)
    : good(`${there.length} files, for us only`)
}

/** @param {string} folder */
function freeSpace(folder) {
  const { bavail, bsize, blocks } = statfsSync(folder)
  const free = `${((bavail * bsize) / 1e9).toFixed(1)} GB free`
  const isLow = bavail * bsize < 1e9 || bavail / blocks < 0.05
  return isLow ? bad(`${free}, which is little: remove old backups, or give it a larger disk.`) : good(free)
}

/** Taken by us is well; by somebody else is not. @param {Record<string, string>} settings */
async function ports(settings) {
  const asked = { WEB_PORT: '/api/health', BACKEND_PORT: '/ready', RELAY_PORT: '/health' }
  const states = await Promise.all(
    Object.entries(asked).map(async ([name, path]) => {
      const port = Number(settings[name])
      const answers = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(3000) }).then(
        (reply) => (reply.ok ? 'well' : `${name} ${port}: what listens there answers ${path} with ${reply.status}.`),
        () => null,
      )
      return answers ?? ((await isFree(port)) ? 'free' : `${name} ${port} is taken by a program that is not Rollcall.`)
    }),
  )
  const wrong = states.filter((state) => state !== 'well' && state !== 'free')
  if (wrong.length > 0) return bad(wrong.join(' '))
  if (states.every((state) => state === 'well')) return good('Rollcall is running')
  return bad(
    states.includes('well')
      ? 'only a part of Rollcall is running; its log says why.'
      : 'Rollcall is not running: systemctl start rollcall',
  )
}

async function database() {
  const { code, output } = await outcome(process.execPath, [entries.admin, 'database-state'], { quiet: true })
  if (code !== 0) return bad(output.trim())
  /** @type {{ version: string, now: number, pending: string[], unknown: string[] }} */
  const state = JSON.parse(output.trim().split('\n').at(-1) ?? '')
  if (state.unknown.length > 0) return bad('a newer version of Rollcall has changed it; use that one.')
  if (state.pending.length > 0)
    return bad(`it is of an older version (${state.pending.length} changes): rollcall upgrade`)
  const off = Math.round((state.now - Date.now()) / 1000)
  if (Math.abs(off) > 5) return bad(`its clock is ${off} s apart from this machine's; set both by the network.`)
  return good(`PostgreSQL ${state.version}${existsSync(databaseUrlFile(dataFolder())) ? ', its own' : ''}, same clock`)
}

/** @param {Record<string, string>} settings */
function certificate({ TLS_CERTIFICATE: file, PUBLIC_URL = '' }) {
  if (!file) return good('another proxy ends TLS')
  const found = new X509Certificate(readFileSync(file))
  const days = Math.floor((Date.parse(found.validTo) - Date.now()) / day)
  const { hostname } = new URL(PUBLIC_URL)
  if (!found.checkHost(hostname) && !found.checkIP(hostname)) return bad(`${file} is not for ${hostname}.`)
  if (Date.parse(found.validFrom) > Date.now())
    return bad(`${file} is not valid yet; is the clock of this machine right?`)
  return days < 14 ? bad(`${file} ends in ${days} days; renew it.`) : good(`${days} days left`)
}

/** @param {string} folder */
function newestBackup(folder) {
  const place = backupsFolder(folder)
  const made = existsSync(place)
    ? readdirSync(place).filter((name) => existsSync(join(place, name, 'backup.json')))
    : []
  const newest = made.sort().at(-1)
  if (!newest) return bad('there is none: rollcall backup, and enable rollcall-backup.timer')
  const age = Date.now() - statSync(join(place, newest, 'backup.json')).mtimeMs
  return age > 2 * day
    ? bad(`the newest, ${newest}, is ${Math.floor(age / day)} days old.`)
    : good(`${made.length}, the newest ${newest}`)
}

/** Whether every moment can be restored: a copy of the database, and its log that goes on. @param {string} folder */
function keptMoments(folder) {
  const place = backupsFolder(folder)
  const names = existsSync(place) ? readdirSync(place) : []
  const copies = names.filter((name) => existsSync(join(place, name, 'base.json'))).sort()
  if (!copies[0]) return bad('there is no copy of the database to begin with: rollcall backup')
  const logs = names.filter((name) => name.startsWith('wal-')).map((name) => join(place, name))
  // A folder is changed by every piece that is added to it.
  const age = Date.now() - Math.max(0, ...logs.map((log) => statSync(log).mtimeMs))
  return age > 10 * 60_000
    ? bad(`the log of the database was last kept ${Math.floor(age / 60_000)} minutes ago; database.log says why.`)
    : good(`since ${copies[0]}`)
}
