// Starts a server layer in this process with a recording backend behind it, in production mode unless told otherwise.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Settings } from '../../src/config.ts'
import type { Log } from '../../src/logging.ts'
import { createServerLayer, type ServerLayer } from '../../src/server.ts'
import { send, type RawAnswer, type RequestParts } from './raw-http.ts'
import { startStubBackend, type StubBackend } from './stub-backend.ts'

export const apiSecret = 'c0ffee00'.repeat(3) + '5ca1ab1e'.repeat(5)

export type Bench = {
  readonly port: number
  readonly backend: StubBackend
  readonly layer: ServerLayer
  readonly send: (parts?: RequestParts) => Promise<RawAnswer>
  readonly logged: { level: string; fields: Record<string, unknown>; code: string }[]
  /** The lines of the audit file. */
  readonly audited: () => Record<string, unknown>[]
  readonly auditFile: string
  readonly console: string[]
  readonly stop: () => Promise<void>
}

export type BenchOptions = Partial<Settings> & { readonly now?: () => number; readonly listenPort?: number }

export async function startServerLayer({ now, listenPort = 0, ...settings }: BenchOptions = {}): Promise<Bench> {
  const backend = await startStubBackend()
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-web-'))
  const auditFile = join(folder, 'audit.log')
  const logged: Bench['logged'] = []
  const console: string[] = []
  const layer = await createServerLayer({
    settings: { ...testSettings(backend.url, auditFile), ...settings },
    log: recordingLog(logged),
    errorConsole: async (text) => void console.push(text),
    ...(now && { now }),
  })
  const { port } = await layer.listen(listenPort, '127.0.0.1')
  return {
    port,
    backend,
    layer,
    send: (parts) => send(port, parts),
    logged,
    audited: () => auditLines(settings.auditLogFile ?? auditFile),
    auditFile,
    console,
    stop: async () => {
      layer.server.closeAllConnections()
      await layer.close()
      await backend.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function testSettings(backendUrl: string, auditLogFile: string): Settings {
  return {
    development: false,
    strict: false,
    host: '127.0.0.1',
    port: 0,
    backendUrl,
    relayUrl: null,
    databaseUrl: null,
    redisUrl: null,
    appDir: null,
    apiSecrets: [apiSecret],
    exchangeSecret: 'ab12cd34'.repeat(8),
    sessionSecret: 'ef56ab78'.repeat(8),
    auditLogFile,
    trustedProxies: [],
    contentHosts: { script: [], style: [], font: [], image: [] },
    oidc: null,
    logLevel: 'silent',
    backendTimeoutMs: 30_000,
    uploadTimeoutMs: 120_000,
    healthTimeoutMs: 2000,
    backendConnections: 128,
  }
}

function auditLines(file: string): Record<string, unknown>[] {
  const text = readIfThere(file)
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function recordingLog(logged: Bench['logged']): Log {
  const at = (level: string) => (fields: object, code: string) =>
    void logged.push({ level, fields: { ...fields }, code })
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
