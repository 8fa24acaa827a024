// `rollcall setup`: a production installation in DATA_DIR, without demo and simulator: secrets, settings, an empty database with its first
// administrator, systemd units, and a site for nginx where a certificate is there. Asks on a terminal, or takes flags.
import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { becomeOwner, dataFolder, passphraseFile, settingsFile } from './data-folder.mjs'
import { requireDataFolder, requireFreePorts } from './preconditions.mjs'
import { entries } from './processes.mjs'
import { outcome } from './project.mjs'
import { Refusal, say, step } from './say.mjs'
import { auditSecrets, installationSecrets } from './secrets.mjs'
import { writeSiteFiles } from './site-files.mjs'

const flags = ['url', 'admin-email', 'admin-name', 'certificate', 'key', 'proxy', 'database'].map((name) => [
  name,
  { type: /** @type {const} */ ('string') },
])

/** @typedef {{ url: URL, email: string, name: string, certificate?: string, key?: string, proxy?: string, database?: string }} Answers */

/** @param {string[]} args */
export async function setUp(args) {
  const folder = dataFolder()
  if (existsSync(settingsFile(folder)))
    throw new Refusal(
      `There is an installation in ${folder} already. For another one: DATA_DIR=/some/folder rollcall setup`,
    )
  const { values } = parseArgs({ args, options: Object.fromEntries(flags) })
  const answers = await answered(/** @type {Record<string, string | undefined>} */ (values))
  becomeOwner(folder)
  requireDataFolder(folder)
  const settings = settingsOf(answers)
  const ports = ['WEB', 'BACKEND', 'RELAY'].map((name) => Number(settings[`${name}_PORT`]))
  await requireFreePorts(
    ports.map((port, at) => ({
      title: 'Rollcall',
      port,
      setting: ['WEB_PORT', 'BACKEND_PORT', 'RELAY_PORT'][at] ?? '',
    })),
  )
  installationSecrets(folder)
  if (!existsSync(passphraseFile(folder)))
    writeFileSync(passphraseFile(folder), `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  const administrator = await step('Making the database and the first administrator', () =>
    createAdministrator(folder, settings, answers),
  )
  const site = writeSiteFiles(folder, settings)
  // Last: a folder with settings is an installation.
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(
    settingsFile(folder),
    `# Settings of this installation: docs/configuration.md says what else there is.\n${lines.join('')}`,
    {
      mode: 0o600,
    },
  )
  say(`\nThe installation is ${folder}. Sign in at ${answers.url.origin} as\n\n  ${administrator}\n`)
  say(`Next: the units in ${join(folder, 'systemd')}${site ? `, the nginx site ${site}` : ''} (docs/operations.md).`)
  say(`Keep a copy of ${passphraseFile(folder)} somewhere else: it opens the secrets within your backups.`)
}

/** @param {Record<string, string | undefined>} values @returns {Promise<Answers>} */
async function answered(values) {
  const asking = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stdout }) : null
  /** @param {string} flag @param {string} question @param {boolean} [optional] */
  const ask = async (flag, question, optional = false) => {
    const given = values[flag] ?? (await asking?.question(`${question}: `))?.trim()
    if (!given && !optional) throw new Refusal(`Give --${flag}: ${question}.`)
    return given || undefined
  }
  try {
    const url = addressOf(
      (await ask('url', 'Address that people will open, such as https://rollcall.example.com')) ?? '',
    )
    const email = (await ask('admin-email', 'Mail address of the first administrator')) ?? ''
    const name = (await ask('admin-name', 'Name of the first administrator')) ?? ''
    const proxy = values['proxy']
    const certificate = proxy
      ? undefined
      : await ask(
          'certificate',
          'Certificate file with its chain, for nginx on this machine; nothing: another proxy ends TLS',
          true,
        )
    const key = certificate ? await ask('key', 'Its private key file') : undefined
    for (const file of [certificate, key]) if (file && !existsSync(file)) throw new Refusal(`There is no file ${file}.`)
    return { url, email, name, certificate, key, proxy, database: values['database'] }
  } finally {
    asking?.close()
  }
}

/** @param {string} text */
function addressOf(text) {
  const url = URL.canParse(text) ? new URL(text) : null
  // Session cookies are for secure pages only.
  if (url?.protocol !== 'https:' || url.pathname !== '/' || url.search)
    throw new Refusal('The address must be https://host or https://host:port, without a path.')
  return url
}

/** What the environment says about ports is kept. @param {Answers} answers @returns {Record<string, string>} */
function settingsOf({ url, certificate, key, proxy, database }) {
  const port = (/** @type {string} */ name, /** @type {number} */ otherwise) => process.env[name] ?? String(otherwise)
  return {
    PUBLIC_URL: url.origin,
    REALTIME_CLIENT_URL: `wss://${url.host}/connection/websocket`,
    WEB_PORT: port('WEB_PORT', 3000),
    BACKEND_PORT: port('BACKEND_PORT', 8200),
    RELAY_PORT: port('RELAY_PORT', 8100),
    DATABASE_PORT: port('DATABASE_PORT', 8202),
    // Whoever ends TLS elsewhere must reach the web server, and of the backend the door for gateways; a proxy on this machine does so by
    // loopback, and nobody else can.
    ...(proxy
      ? { TRUSTED_PROXIES: `127.0.0.1,::1,${proxy}`, INGEST_PORT: port('INGEST_PORT', 8201) }
      : { WEB_HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1,::1' }),
    ...(certificate && key ? { TLS_CERTIFICATE: resolve(certificate), TLS_KEY: resolve(key) } : {}),
    ...(database ? { DATABASE_URL: database } : {}),
  }
}

/** @param {string} folder @param {Record<string, string>} settings @param {Answers} answers */
async function createAdministrator(folder, settings, { email, name }) {
  const args = ['create-user', '--email', email, '--name', name, '--role', 'admin']
  const env = { ...auditSecrets(folder), ...process.env, ...settings, DATA_DIR: folder }
  const { code, output } = await outcome(process.execPath, [entries.admin, ...args], { env, quiet: true })
  if (code !== 0) throw new Refusal(output.trim())
  return output.trim().split('\n').at(-1) ?? ''
}
