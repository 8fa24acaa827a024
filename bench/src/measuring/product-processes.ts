// The product's own processes as every measurement starts them, with one set of secrets: backend, relay, and the tokens of those who
// call them.
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { createAppToken } from '@rollcall/tokens/app-token'
import { createRelayToken } from '@rollcall/tokens/relay-token'
import { start, type MeasuredProcess, type Side } from './measured-process.ts'
import { backendServer, onNode } from './programs.ts'

export const random = () => randomBytes(32).toString('hex')
export const secrets = { app: random(), relay: random(), relayApi: random(), ingest: random() }
export const origin = 'https://app.example'

/** As the product starts it. Without a relay publishing fails fast, as it must be able to: nothing listens on port 9. */
export function startBackend(
  databaseUrl: string,
  dataDir: string,
  relayPort = 9,
  side: Side = 'measured',
): Promise<MeasuredProcess> {
  return start({ ...onNode(backendServer), side, env: backendEnvironment(databaseUrl, dataDir, relayPort) })
}

/** With a module in it that notes something; its threads may use every core. */
export function startBackendWith(module: string, databaseUrl: string, dataDir: string): Promise<MeasuredProcess> {
  const env = backendEnvironment(databaseUrl, dataDir, 9)
  return start({ ...onNode('--import', module, backendServer), side: 'everywhere', env })
}

function backendEnvironment(databaseUrl: string, dataDir: string, relayPort: number): Record<string, string> {
  return {
    NODE_ENV: 'production',
    BACKEND_PORT: '0',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    TOKEN_SECRET: secrets.app,
    INGEST_KEY: secrets.ingest,
    REALTIME_HMAC_SECRET: secrets.relay,
    REALTIME_API_KEY: secrets.relayApi,
    REALTIME_PUBLISH_URL: `http://127.0.0.1:${relayPort}/api`,
    REALTIME_CLIENT_URL: `ws://127.0.0.1:${relayPort}/connection/websocket`,
    LOG_LEVEL: 'info',
  }
}

export const relayEnvironment: Readonly<Record<string, string>> = {
  NODE_ENV: 'production',
  RELAY_PORT: '0',
  REALTIME_HMAC_SECRET: secrets.relay,
  REALTIME_API_KEY: secrets.relayApi,
  RELAY_ALLOWED_ORIGINS: origin,
  // All clients of a bench have one address and come at once.
  RELAY_UNIDENTIFIED_LIMIT: '0',
  RELAY_UNIDENTIFIED_PER_ADDRESS: '0',
  RELAY_CONNECTIONS_PER_ADDRESS: '0',
  RELAY_CONNECTION_RATE: '0',
}

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600

/** As the backend would issue it to this account. */
export function appToken(userId: string, account: { email: string; displayName: string; role: string }): string {
  return createAppToken({ sub: userId, userId, ...account, ver: 0, exp: inAnHour() }, secrets.app)
}

export function relayToken(sub: string, secret = secrets.relay): string {
  const exp = inAnHour()
  return createRelayToken({ sub, iat: exp - 3600, exp }, secret)
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** Readings as a gateway posts them. */
export function postRaddecs(port: number, raddecs: readonly object[]): Promise<{ status: number; ms: number }> {
  const body = JSON.stringify(raddecs)
  const headers = {
    authorization: `Bearer ${secrets.ingest}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent, port, host: '127.0.0.1', method: 'POST', path: '/ingest/raddec', headers },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, ms: performance.now() - startedAt }))
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}
