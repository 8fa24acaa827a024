// Everything of deploy/several-machines as processes of this machine: two databases, two Redis, HAProxy with the very file that is deployed,
// three backends, three relays, two web processes, a simulator. Used by scripts/run-cluster.mjs.
import { connect } from 'node:net'
import { join } from 'node:path'
import { answers, entries, postgresAnswers } from './processes.mjs'
import { root } from './project.mjs'

/** @typedef {import('./supervisor.mjs').Plan & { address: string }} ClusterPlan */

/** By their names in haproxy.cfg. @param {number} first of the ports; the first is the public one */
export function clusterPorts(first) {
  const names = ['PUBLIC', 'WEB_1', 'WEB_2', 'BACKEND_1', 'BACKEND_2', 'BACKEND_3', 'RELAY_1', 'RELAY_2', 'RELAY_3']
  const more = ['API', 'RELAY', 'DATABASE', 'POSTGRES_1', 'POSTGRES_2', 'REDIS', 'REDIS_1', 'REDIS_2']
  return Object.fromEntries([...names, ...more].map((name, at) => [name, first + at]))
}

/**
 * @typedef {object} Cluster
 * @property {string} folder
 * @property {Record<string, number>} ports
 * @property {import('./secrets.mjs').Secrets} secrets
 * @property {string} databaseUrl of the first database, with its password
 * @property {{ role: string, email: string, password: string }[]} accounts of the demo
 */

/** @param {Pick<Cluster, 'folder' | 'ports'>} cluster @param {1 | 2} n @returns {ClusterPlan} */
export function databasePlan({ folder, ports }, n) {
  const port = portOf(ports, `POSTGRES_${n}`)
  return plan(`postgres-${n}`, n === 1 ? 'the first database' : 'its standby', port, {
    ...node(entries.database),
    env: environment({ DATA_DIR: join(folder, `postgres-${n}`), DATABASE_PORT: String(port) }),
    answers: () => postgresAnswers(port),
  })
}

/** @param {Cluster} cluster @returns {Promise<ClusterPlan[]>} */
export async function clusterPlans(cluster) {
  const { bunCommand } = await import('../../relay/bin/bun-command.mjs')
  return [
    databasePlan(cluster, 1),
    databasePlan(cluster, 2),
    redisPlan(cluster, 1),
    redisPlan(cluster, 2),
    balancerPlan(cluster),
    ...[1, 2, 3].map((n) => backendPlan(cluster, n)),
    ...[1, 2, 3].map((n) => relayPlan(cluster, n, bunCommand())),
    ...[1, 2].map((n) => webPlan(cluster, n)),
    simulatorPlan(cluster),
  ]
}

/** @param {Cluster} cluster @param {1 | 2} n @returns {ClusterPlan} */
function redisPlan({ folder, ports }, n) {
  const port = portOf(ports, `REDIS_${n}`)
  const settings = { port, bind: '127.0.0.1', dir: join(folder, `redis-${n}`), save: '', appendonly: 'yes' }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  const following = n === 2 ? ['--replicaof', '127.0.0.1', String(ports['REDIS_1'])] : []
  return plan(`redis-${n}`, n === 1 ? 'the first Redis' : 'its replica', port, {
    program: 'redis-server',
    args: [...args, '--maxmemory-policy', 'noeviction', ...following],
    env: environment({}),
    answers: () => accepts(port),
  })
}

/** @param {Cluster} cluster @returns {ClusterPlan} */
function balancerPlan({ ports }) {
  const addresses = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, `127.0.0.1:${port}`]))
  const port = portOf(ports, 'PUBLIC')
  return plan('haproxy', 'the balancer', port, {
    program: 'haproxy',
    args: ['-db', '-f', join(root, 'deploy', 'several-machines', 'haproxy.cfg')],
    env: environment(addresses),
    answers: () => accepts(port),
  })
}

/** @param {Cluster} cluster @param {number} n @returns {ClusterPlan} */
function backendPlan({ folder, ports, secrets, databaseUrl }, n) {
  const port = portOf(ports, `BACKEND_${n}`)
  const database = new URL(databaseUrl)
  database.port = String(ports['DATABASE'])
  const own = {
    BACKEND_PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: database.href,
    // Three of them share the eighty connections of an embedded PostgreSQL.
    DATABASE_POOL: '6',
    DATABASE_URGENT_POOL: '4',
    READINGS_REDIS_URL: `redis://127.0.0.1:${ports['REDIS']}/1`,
    REALTIME_PUBLISH_URL: `http://127.0.0.1:${ports['RELAY']}/api`,
    REALTIME_CLIENT_URL: `ws://localhost:${ports['PUBLIC']}/connection/websocket`,
    PUBLIC_URL: `http://localhost:${ports['PUBLIC']}`,
    ...some(secrets, ['TOKEN_SECRET', 'SEAL_SECRET', 'AUDIT_SECRET', 'EXCHANGE_SECRET', 'INGEST_KEY']),
    ...some(secrets, ['REALTIME_HMAC_SECRET', 'REALTIME_API_KEY']),
  }
  return plan(`backend-${n}`, `backend ${n}`, port, {
    ...node(entries.backend),
    env: environment(own),
    answers: () => answers(`http://127.0.0.1:${port}/health`),
  })
}

/** @param {Cluster} cluster @param {number} n @param {{ program: string, args: string[], runtime: Record<string, string> }} command @returns {ClusterPlan} */
function relayPlan({ ports, secrets }, n, { program, args, runtime }) {
  const port = portOf(ports, `RELAY_${n}`)
  const own = {
    RELAY_PORT: String(port),
    RELAY_NODE_NAME: `relay-${n}`,
    REDIS_URL: `redis://127.0.0.1:${ports['REDIS']}/0`,
    RELAY_ALLOWED_ORIGINS: ['localhost', '127.0.0.1'].map((host) => `http://${host}:${ports['PUBLIC']}`).join(','),
    ...some(secrets, ['REALTIME_HMAC_SECRET', 'REALTIME_API_KEY', 'RELAY_ADMIN_PASSWORD']),
  }
  return plan(`relay-${n}`, `relay ${n}`, port, {
    program,
    args,
    env: environment({ ...runtime, ...own }),
    answers: () => answers(`http://127.0.0.1:${port}/health`),
  })
}

/** @param {Cluster} cluster @param {number} n @returns {ClusterPlan} */
function webPlan({ folder, ports, secrets }, n) {
  const port = portOf(ports, `WEB_${n}`)
  const own = {
    WEB_PORT: String(port),
    WEB_HOST: '127.0.0.1',
    BACKEND_URL: `http://127.0.0.1:${ports['API']}`,
    RELAY_URL: `http://127.0.0.1:${ports['RELAY']}`,
    REDIS_URL: `redis://127.0.0.1:${ports['REDIS']}/2`,
    TRUSTED_PROXIES: '127.0.0.1',
    AUDIT_LOG_FILE: join(folder, 'logs', `audit-${n}.log`),
    API_SECRET: secrets.TOKEN_SECRET,
    ...some(secrets, ['EXCHANGE_SECRET', 'SESSION_SECRET']),
  }
  return plan(`web-${n}`, `web process ${n}`, port, {
    ...node(entries.web),
    env: environment(own),
    answers: () => answers(`http://127.0.0.1:${port}/api/health`),
  })
}

/** Hands readings in through the public door, as gateways do. @param {Cluster} cluster @returns {ClusterPlan} */
function simulatorPlan({ ports, secrets, accounts }) {
  const viewer = accounts.find(({ role }) => role === 'viewer')
  const own = {
    INGEST_URL: `http://127.0.0.1:${ports['PUBLIC']}/ingest`,
    INGEST_KEY: secrets.INGEST_KEY,
    ...some(process.env, ['SIMULATOR_EMPLOYEES', 'SIMULATOR_CLOCK']),
    SIMULATOR_API_URL: `http://127.0.0.1:${ports['API']}`,
    ...(viewer && { SIMULATOR_EMAIL: viewer.email, SIMULATOR_PASSWORD: viewer.password }),
  }
  return plan('simulator', 'the simulator', 0, { ...node(entries.simulator), env: environment(own) })
}

/**
 * Optional: whoever kills it five times a minute wants to see it come back nevertheless.
 * @param {string} name @param {string} title @param {number} port @param {{ program: string, args: string[], env: NodeJS.ProcessEnv, answers?: () => Promise<boolean> }} how
 * @returns {ClusterPlan}
 */
function plan(name, title, port, how) {
  const address = port === 0 ? '–' : `127.0.0.1:${port}`
  return { name, title, address, healthy: how.answers ?? (async () => true), optional: true, ...how }
}

/** @param {number} port @returns {Promise<boolean>} */
function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 2000 })
    for (const event of ['connect', 'error', 'timeout'])
      socket.once(event, () => {
        socket.destroy()
        resolve(event === 'connect')
      })
  })
}

/** @param {Record<string, number>} ports @param {string} name */
const portOf = (ports, name) => ports[name] ?? 0

/** @param {string} script */
const node = (script) => ({ program: process.execPath, args: ['--enable-source-maps', script] })

/** Nothing of the caller's own settings. @param {NodeJS.ProcessEnv} own */
const environment = (own) => ({ PATH: process.env['PATH'], NODE_ENV: 'production', ...own })

/** @param {Record<string, string | undefined>} secrets @param {string[]} names */
const some = (secrets, names) => Object.fromEntries(names.map((name) => [name, secrets[name]]))
