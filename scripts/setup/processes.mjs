// The processes of the product: where each begins, and how `npm start` runs them together on one machine (rules 12).
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { root } from './project.mjs'
import { Refusal } from './say.mjs'

const file = (/** @type {string} */ path) => join(root, path)

export const entries = {
  web: file('web/server/dist/main.js'),
  backend: file('backend/dist/main.js'),
  admin: file('backend/dist/admin.js'),
  database: file('backend/dist/database-main.js'),
  relay: file('relay/bin/relay.mjs'),
  simulator: file('simulator/dist/main.js'),
}

/** The database process writes its address here, with its password, once it accepts connections. @param {string} dataDir */
export const databaseUrlFile = (dataDir) => join(dataDir, 'database-url')

/**
 * @typedef {object} Installation
 * @property {string} dataDir
 * @property {import('./secrets.mjs').Secrets} secrets
 * @property {string} databaseUrl
 * @property {{ web: number, backend: number, relay: number, database: number }} ports
 * @property {boolean} development
 * @property {string[]} origins where browsers may come from
 * @property {{ role: string, email: string, password: string }[]} [accounts] of the demo
 */

/**
 * Every process but the database with its settings; what the user has set in the environment wins over what we generate.
 * @param {Installation} installation
 */
export async function plans(installation) {
  return {
    backend: backendPlan(installation),
    relay: await relayPlan(installation),
    web: webPlan(installation),
    simulator: simulatorPlan(installation),
  }
}

/** @typedef {import('./supervisor.mjs').Plan} Plan */

/** The embedded database, only where no other is configured. @param {Omit<Installation, 'databaseUrl' | 'origins'>} installation @returns {Plan} */
export function databasePlan({ dataDir, ports, development }) {
  return {
    name: 'database',
    title: 'the database',
    ...node(entries.database, false),
    env: env({ DATA_DIR: dataDir, DATABASE_PORT: String(ports.database) }, development),
    healthy: async () => existsSync(databaseUrlFile(dataDir)),
    answers: () => postgresAnswers(ports.database),
  }
}

/** @param {Installation} installation @returns {Plan} */
function backendPlan({ dataDir, secrets, databaseUrl, ports, development }) {
  const own = {
    BACKEND_PORT: String(ports.backend),
    PUBLIC_URL: `http://localhost:${ports.web}`,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ...taken(secrets, [
      'TOKEN_SECRET',
      'SEAL_SECRET',
      'AUDIT_SECRET',
      'EXCHANGE_SECRET',
      'REALTIME_HMAC_SECRET',
      'REALTIME_API_KEY',
      'INGEST_KEY',
      'METRICS_TOKEN',
    ]),
    REALTIME_PUBLISH_URL: `http://127.0.0.1:${ports.relay}/api`,
    REALTIME_CLIENT_URL: `ws://localhost:${ports.web}/connection/websocket`,
  }
  return {
    name: 'backend',
    title: 'the backend',
    ...node(entries.backend, development),
    env: env(own, development),
    ...watched(`http://127.0.0.1:${ports.backend}/health`, development),
  }
}

/** The relay, or with `RELAY=centrifugo` a Centrifugo in its place. @param {Installation} installation @returns {Promise<Plan>} */
async function relayPlan(installation) {
  const { secrets, ports, development, origins } = installation
  const kind = process.env['RELAY'] || 'relay'
  if (kind === 'centrifugo') return centrifugoPlan(installation)
  if (kind !== 'relay') throw new Refusal('RELAY must be "relay" or "centrifugo".')
  const { bunCommand } = await import('../../relay/bin/bun-command.mjs')
  const { program, args, runtime } = bunCommand({ watch: development })
  const own = {
    RELAY_PORT: String(ports.relay),
    ...taken(secrets, ['REALTIME_HMAC_SECRET', 'REALTIME_API_KEY', 'RELAY_ADMIN_PASSWORD', 'METRICS_TOKEN']),
    RELAY_ALLOWED_ORIGINS: origins.join(','),
  }
  return {
    name: 'relay',
    title: 'the relay',
    program,
    args,
    env: { ...runtime, ...env(own, development) },
    ...watched(`http://127.0.0.1:${ports.relay}/health`, development),
  }
}

/** With the namespaces of the product, see docs/relay-swap.md. @param {Installation} installation @returns {Plan} */
function centrifugoPlan({ secrets, ports, development, origins }) {
  const program = process.env['CENTRIFUGO_BIN'] ?? ''
  if (!existsSync(program))
    throw new Refusal('RELAY=centrifugo needs CENTRIFUGO_BIN, the path of the centrifugo binary.')
  const own = {
    CENTRIFUGO_HTTP_SERVER_PORT: String(ports.relay),
    CENTRIFUGO_CLIENT_TOKEN_HMAC_SECRET_KEY: secrets.REALTIME_HMAC_SECRET,
    CENTRIFUGO_HTTP_API_KEY: secrets.REALTIME_API_KEY,
    CENTRIFUGO_CLIENT_ALLOWED_ORIGINS: origins.join(' '),
  }
  return {
    name: 'relay',
    title: 'Centrifugo',
    program,
    args: ['--config', file('deploy/centrifugo/config.json')],
    env: env(own, development),
    ...watched(`http://127.0.0.1:${ports.relay}/health`, development),
  }
}

/** @param {Installation} installation @returns {Plan} */
function webPlan({ dataDir, secrets, databaseUrl, ports, development }) {
  const own = {
    WEB_PORT: String(ports.web),
    API_SECRET: secrets.TOKEN_SECRET,
    API_SECRET_PREVIOUS: secrets['TOKEN_SECRET_PREVIOUS'],
    ...taken(secrets, ['EXCHANGE_SECRET', 'SESSION_SECRET', 'METRICS_TOKEN']),
    BACKEND_URL: `http://127.0.0.1:${ports.backend}`,
    RELAY_URL: `http://127.0.0.1:${ports.relay}`,
    AUDIT_LOG_FILE: join(dataDir, 'logs', 'audit.log'),
    DATABASE_URL: databaseUrl,
  }
  return {
    name: 'web',
    title: 'the web server',
    ...node(entries.web, development),
    env: env(own, development),
    ...watched(`http://127.0.0.1:${ports.web}/api/health`, development),
  }
}

/** @param {Installation} installation @returns {Plan} */
function simulatorPlan({ secrets, ports, development, accounts = [] }) {
  // Sees whether an alarm is active, and nothing that the account of the lowest role may not see.
  const viewer = accounts.find(({ role }) => role === 'viewer')
  const watching = viewer && { SIMULATOR_EMAIL: viewer.email, SIMULATOR_PASSWORD: viewer.password }
  const backend = `http://127.0.0.1:${ports.backend}`
  const own = {
    INGEST_URL: `${backend}/ingest`,
    INGEST_KEY: secrets.INGEST_KEY,
    SIMULATOR_API_URL: backend,
    ...watching,
  }
  return {
    name: 'simulator',
    title: 'the simulator',
    ...node(entries.simulator, development),
    env: env(own, development),
    healthy: async () => true,
    optional: true,
  }
}

/** With the ones before, during a rotation (docs/secrets.md). @param {Record<string, string | undefined>} secrets @param {string[]} names */
function taken(secrets, names) {
  return Object.fromEntries(names.flatMap((name) => [name, `${name}_PREVIOUS`]).map((name) => [name, secrets[name]]))
}

/** @param {string} script @param {boolean} watch */
function node(script, watch) {
  return { program: process.execPath, args: [...(watch ? ['--watch'] : []), '--enable-source-maps', script] }
}

/** What somebody has set wins, also by a file. @param {NodeJS.ProcessEnv} own @param {boolean} development */
function env(own, development) {
  const ours = Object.entries(own).filter(([name]) => !process.env[`${name}_FILE`])
  return { ...Object.fromEntries(ours), ...process.env, NODE_ENV: development ? 'development' : 'production' }
}

/** In development a process may wait for a mistake to be mended. @param {string} url @param {boolean} development */
function watched(url, development) {
  const healthy = () => answers(url)
  return development ? { healthy } : { healthy, answers: healthy }
}

/** @param {string} url */
export async function answers(url) {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(2000) })
    await reply.arrayBuffer()
    return reply.ok
  } catch {
    return false
  }
}

/** Asks whether it speaks TLS: PostgreSQL answers with one letter before anything else, also while it recovers. @param {number} port @returns {Promise<boolean>} */
export function postgresAnswers(port) {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 2000 })
    /** @param {boolean} answered */
    const done = (answered) => {
      socket.destroy()
      resolve(answered)
    }
    socket.once('connect', () => socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])))
    socket.once('data', () => done(true))
    for (const event of ['error', 'timeout', 'close']) socket.once(event, () => done(false))
  })
}
