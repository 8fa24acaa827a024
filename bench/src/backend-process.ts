// The backend of a measurement: the product's own bundle as a process over a given database, and a caller with an administrator's
// token. Called by backend-bench.ts and backend-kills-bench.ts.
import { randomBytes } from 'node:crypto'
import { createAppToken } from '@rollcall/tokens/app-token'
import { start, type MeasuredProcess } from './measured-process.ts'
import { backendServer, onNode } from './programs.ts'

const random = () => randomBytes(32).toString('hex')
const tokenSecret = random()
export const ingestKey = random()

export function startBackend(databaseUrl: string, dataDir: string): Promise<MeasuredProcess> {
  return start({
    // As the product starts it.
    ...onNode('--max-semi-space-size=64', backendServer),
    side: 'measured',
    env: {
      NODE_ENV: 'production',
      BACKEND_PORT: '0',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      TOKEN_SECRET: tokenSecret,
      INGEST_KEY: ingestKey,
      REALTIME_HMAC_SECRET: random(),
      REALTIME_API_KEY: random(),
      // Nothing listens there: publishing fails fast, as it must be able to.
      REALTIME_PUBLISH_URL: 'http://127.0.0.1:9/api',
      REALTIME_CLIENT_URL: 'ws://127.0.0.1:9/connection/websocket',
      LOG_LEVEL: 'info',
    },
  })
}

/** As the backend would issue it to this account. */
export function tokenFor(userId: string, account: { email: string; displayName: string; role: string }): string {
  const exp = Math.floor(Date.now() / 1000) + 3600
  return createAppToken({ sub: userId, userId, ...account, ver: 0, exp }, tokenSecret)
}
