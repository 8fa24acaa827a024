// The product as an operator runs it: every process started by itself, with settings from the environment alone.
// Unlike `npm start` nothing restarts what a test kills.
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as plain } from '@playwright/test'
import { type Child, spawnChild, until } from './child-process.ts'
import { freePorts } from '@rollcall/bench/measuring/free-ports'

type ProcessName = 'backend' | 'relay' | 'web' | 'simulator'
export type Account = { role: string; email: string; displayName: string; password: string }
export type Rollcall = {
  readonly url: string
  readonly account: (role: string) => Account
  /** host:port of each, for a proxy. */
  readonly addresses: Readonly<Record<'web' | 'backend' | 'relay', string>>
  readonly ingestKey: string
  /** `changed`: settings that are others than before, this time. */
  start(name: ProcessName, changed?: Readonly<Record<string, string>>): Promise<void>
  kill(name: ProcessName): Promise<void>
}

let browsers = 0
/** Generous: the first process may have to build the product first, on a machine that does other things besides. */
const startWithinMs = 300_000

/** One running product for all tests that ask for it; each test comes from an address of its own, so that sign-ins do not add up. */
type Options = { settings: Readonly<Record<string, string>>; empty: boolean; past: boolean }
export const test = plain.extend<object, { rollcall: Rollcall } & Options>({
  // eslint-disable-next-line no-empty-pattern -- the test runner reads the parameter's pattern
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': `203.0.113.${++browsers}` }),
  /** Settings of the processes beside those that every product under test has. */
  settings: [{}, { scope: 'worker', option: true }],
  /** Accounts and nothing else, as `npm start -- --empty` begins: no building, nobody, no simulator. */
  empty: [false, { scope: 'worker', option: true }],
  /** With the week before, as `npm start` begins: charts have something to show. */
  past: [false, { scope: 'worker', option: true }],
  rollcall: [
    async ({ settings, empty, past }, use) => {
      const { rollcall, stop } = await startSeparately(settings, { empty, past })
      await use(rollcall)
      await stop()
    },
    { scope: 'worker', timeout: 2 * startWithinMs },
  ],
})

type Site = Pick<Options, 'empty' | 'past'>
async function startSeparately(extra: Readonly<Record<string, string>>, site: Site) {
  const dataDir = mkdtempSync(join(tmpdir(), 'rollcall-system-'))
  // Open to the database's user, so that its files stay in this folder.
  chmodSync(dataDir, 0o755)
  const [webPort = 0, backendPort = 0, relayPort = 0, databasePort = 0] = await freePorts(4)
  const { WEB_HOST: webHost = 'localhost', BACKEND_HOST: backendHost, RELAY_HOST: relayHost } = extra
  const addresses = {
    web: `${webHost}:${webPort}`,
    backend: `${backendHost ?? '127.0.0.1'}:${backendPort}`,
    relay: `${relayHost ?? '127.0.0.1'}:${relayPort}`,
  }
  const url = `http://${addresses.web}`
  const settings = { dataDir, url, webPort, backendPort, relayPort, databasePort, addresses }
  const running = new Map<ProcessName, Child>()
  const env = { ...environment(settings), ...extra }
  const health: Record<ProcessName, string | null> = {
    backend: `http://${addresses.backend}/ready`,
    relay: `http://${addresses.relay}/health`,
    web: `${url}/api/health`,
    simulator: null,
  }

  async function start(name: ProcessName, changed: Readonly<Record<string, string>> = {}) {
    const child = spawnChild(process.execPath, ['scripts/run.mjs', name], { ...env, ...changed })
    running.set(name, child)
    const probe = health[name]
    if (probe)
      await until(`${name} is healthy; it said: ${child.output().slice(-2000)}`, () => answers(probe), startWithinMs)
  }
  async function kill(name: ProcessName) {
    running.get(name)?.signal('SIGKILL', 'group')
    await running.get(name)?.ended
    running.delete(name)
  }
  async function stop() {
    for (const name of ['simulator', 'web', 'relay', 'backend'] as const) {
      running.get(name)?.signal('SIGTERM')
      await running.get(name)?.ended
    }
    rmSync(dataDir, { recursive: true, force: true })
  }

  async function startAll() {
    // A backend whose relay is away is not ready.
    await start('relay')
    await start('backend')
    const accounts = await seed(settings, env, site)
    // The web server's health check reads the database's address, which the backend has made by now.
    env['DATABASE_URL'] = databaseUrl(dataDir)
    await start('web')
    if (!site.empty) await start('simulator')
    return accounts
  }

  const accounts = await startAll().catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const account = (role: string) => {
    const found = accounts.find((each) => each.role === role)
    if (!found) throw new Error(`no account for ${role}`)
    return found
  }
  const ingestKey = env['INGEST_KEY'] ?? ''
  return { rollcall: { url, account, addresses, ingestKey, start, kill } satisfies Rollcall, stop }
}

type Settings = {
  dataDir: string
  url: string
  webPort: number
  backendPort: number
  relayPort: number
  databasePort: number
  addresses: Rollcall['addresses']
}

function environment(settings: Settings): NodeJS.ProcessEnv {
  const { dataDir, url, webPort, backendPort, relayPort, databasePort, addresses } = settings
  const secret = () => randomBytes(32).toString('hex')
  const shared = secret()
  return {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    DATABASE_PORT: String(databasePort),
    BACKEND_PORT: String(backendPort),
    BACKEND_URL: `http://${addresses.backend}`,
    RELAY_PORT: String(relayPort),
    RELAY_URL: `http://${addresses.relay}`,
    RELAY_ALLOWED_ORIGINS: url,
    RELAY_ADMIN_PASSWORD: secret(),
    WEB_PORT: String(webPort),
    PUBLIC_URL: url,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    AUDIT_LOG_FILE: join(dataDir, 'audit.log'),
    TOKEN_SECRET: shared,
    API_SECRET: shared,
    EXCHANGE_SECRET: secret(),
    SESSION_SECRET: secret(),
    REALTIME_HMAC_SECRET: secret(),
    REALTIME_API_KEY: secret(),
    REALTIME_PUBLISH_URL: `http://${addresses.relay}/api`,
    REALTIME_CLIENT_URL: `${url.replace('http', 'ws')}/connection/websocket`,
    INGEST_KEY: secret(),
    INGEST_URL: `http://${addresses.backend}/ingest`,
  }
}

async function seed({ dataDir }: Settings, env: NodeJS.ProcessEnv, site: Site): Promise<Account[]> {
  const accounts = ['admin', 'safety', 'operator', 'viewer'].map((role) => ({
    role,
    email: `${role}@rollcall.example`,
    displayName: `The ${role}`,
    password: randomBytes(12).toString('hex'),
  }))
  const accountsFile = join(dataDir, 'accounts.json')
  writeFileSync(accountsFile, JSON.stringify(accounts))
  const command = ['scripts/run.mjs', 'admin', 'seed', '--accounts', accountsFile]
  if (!site.empty) command.push('--site', await demoSite(dataDir, env, site.past))
  const seeding = spawnChild(process.execPath, command, { ...env, DATABASE_URL: databaseUrl(dataDir) })
  if ((await seeding.ended) !== 0) throw new Error(`seeding failed: ${seeding.output()}`)
  return accounts
}

async function demoSite(dataDir: string, env: NodeJS.ProcessEnv, past: boolean): Promise<string> {
  const command = ['simulator/dist/main.js', '--print-site', ...(past ? ['--with-past'] : [])]
  const site = spawnChild(process.execPath, command, env)
  await site.ended
  const file = join(dataDir, 'site.json')
  writeFileSync(file, site.output())
  return file
}

function databaseUrl(dataDir: string): string {
  const file = join(dataDir, 'database-url')
  if (!existsSync(file)) throw new Error('the backend has not written its database address')
  return readFileSync(file, 'utf8').trim()
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok
  } catch {
    return false
  }
}
