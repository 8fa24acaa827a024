// Starts a whole installation on this machine: data folder, secrets, database, then every process in order; with the demo, its site
// before and its simulator after. `npm start`, `npm run dev` and `rollcall run` differ only in the options they pass.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { claimFolder } from './claim-folder.mjs'
import { requireDataFolder, requireFreePorts } from './preconditions.mjs'
import { databasePlan, databaseUrlFile, entries, plans } from './processes.mjs'
import { root, run } from './project.mjs'
import { say, step } from './say.mjs'
import { auditSecrets, demoAccounts, installationSecrets } from './secrets.mjs'
import { createSupervisor } from './supervisor.mjs'

/** The data folder, for this process alone: the first step of all, for building or installing anew would pull away what runs. */
export async function claimDataFolder() {
  const dataDir = resolve(root, process.env['DATA_DIR'] ?? '.data')
  requireDataFolder(dataDir)
  await claimFolder(dataDir)
  return dataDir
}

/**
 * Resolves when everything runs; stays alive until a signal stops it.
 * @param {{ dataDir: string, development: boolean, demo?: boolean, empty?: boolean, extraOrigins?: string[] }} options demo: its accounts and this machine's origins; empty: these, and no building, also from then on; extraOrigins: where browsers may come from
 */
export async function startInstallation({
  dataDir,
  development,
  demo: withDemo = true,
  empty = false,
  extraOrigins = [],
}) {
  const ports = {
    web: port('WEB_PORT', 3000),
    backend: port('BACKEND_PORT', 8200),
    relay: port('RELAY_PORT', 8100),
    database: port('DATABASE_PORT', 8202),
  }
  const ownDatabase = process.env['DATABASE_URL'] === undefined
  await requireFreePorts([
    { title: 'the web server', port: ports.web, setting: 'WEB_PORT' },
    { title: 'the backend', port: ports.backend, setting: 'BACKEND_PORT' },
    { title: 'the relay', port: ports.relay, setting: 'RELAY_PORT' },
  ])
  const logs = join(dataDir, 'logs')
  mkdirSync(logs, { recursive: true })
  const secrets = installationSecrets(dataDir)
  const demo = withDemo ? demoAccounts(dataDir) : null
  if (empty) markEmpty(dataDir)
  const living = demo !== null && !existsSync(emptyMark(dataDir))
  let accounts = demo?.accounts ?? []

  const supervisor = createSupervisor({ logs, say, giveUp: (sentence) => void stop(1, sentence) })
  let stopped = false
  /** @param {number} code @param {string} sentence */
  async function stop(code, sentence) {
    if (stopped) return
    stopped = true
    say(sentence)
    await supervisor.stop()
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0, 'Stopping …'))

  const shared = { dataDir, secrets, ports, development }
  const origins = [...(demo ? [`http://localhost:${ports.web}`, `http://127.0.0.1:${ports.web}`] : []), ...extraOrigins]
  rmSync(databaseUrlFile(dataDir), { force: true })
  try {
    if (ownDatabase) await step('Starting the database', () => supervisor.start(databasePlan(shared)))
    const databaseUrl = process.env['DATABASE_URL'] ?? readFileSync(databaseUrlFile(dataDir), 'utf8').trim()
    const what = living ? 'the demo building' : 'the accounts'
    const seeded = demo && (await step(`Preparing ${what}`, () => seed(dataDir, databaseUrl, demo.file, living)))
    // A restored database has accounts of its own; passwords made just now would open none of them.
    if (demo?.isNew && !seeded) {
      rmSync(demo.file)
      accounts = []
    }
    const all = await plans({ ...shared, databaseUrl, origins, accounts })
    await step(`Starting backend, relay${living ? ', web server and simulator' : ' and web server'}`, async () => {
      await supervisor.start(all.backend)
      await supervisor.start(all.relay)
      await supervisor.start(all.web)
      if (living) await supervisor.start(all.simulator)
    })
  } catch (error) {
    if (stopped) await new Promise(() => {}) // a signal came first; its handler ends the process
    stopped = true
    await supervisor.stop()
    throw error
  }
  return { ports, accounts, logs, stop }
}

/** What a person needs to know when it runs. @param {string} title @param {number} port @param {{ accounts: { role: string, email: string, password: string }[], logs: string }} installation */
export function sayRunning(title, port, { accounts, logs }) {
  say(`\n${title} is running at http://localhost:${port}\n`)
  for (const { role, email, password } of accounts) say(`${role}  ${email}  ${password}`)
  if (accounts.length === 0) say('Sign in with the accounts of this database.')
  say(`\nLogs are in ${logs}. Press Ctrl-C to stop.`)
}

/** Whoever began without the demo never finds it in their site later. @param {string} dataDir */
const emptyMark = (dataDir) => join(dataDir, 'without-demo')

/** @param {string} dataDir */
function markEmpty(dataDir) {
  if (existsSync(join(dataDir, 'demo-site.json')))
    throw new Error(
      'This data folder has the demo building. Choose another one: DATA_DIR=/some/folder npm start -- --empty',
    )
  writeFileSync(emptyMark(dataDir), '')
}

/** Idempotent: the command leaves a database that has a building alone, and false is answered then. @param {string} dataDir @param {string} databaseUrl @param {string} accountsFile @param {boolean} living */
export async function seed(dataDir, databaseUrl, accountsFile, living) {
  const siteFile = join(dataDir, 'demo-site.json')
  if (living && !existsSync(siteFile))
    writeFileSync(
      siteFile,
      await run(process.execPath, [entries.simulator, '--print-site', '--with-past'], { quiet: true }),
    )
  const env = { ...auditSecrets(dataDir), ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  const said = await run(
    process.execPath,
    [entries.admin, 'seed', '--accounts', accountsFile, ...(living ? ['--site', siteFile] : [])],
    {
      env,
      quiet: true,
    },
  )
  return !said.includes('nothing was imported')
}

/** @param {string} setting @param {number} otherwise */
function port(setting, otherwise) {
  const value = Number(process.env[setting] ?? otherwise)
  if (!Number.isInteger(value) || value < 1 || value > 65_535)
    throw new Error(`${setting} must be a port number from 1 to 65535.`)
  return value
}
