// The server layer as a process of its own, as it runs in production, with a recording backend behind it: the bench of the hostile
// suite.
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../bench/free-port.ts'
import { startStubBackend, type StubBackend } from '../bench/stub-backend.ts'
import { bundled } from './bundled.ts'

export type ProcessBench = {
  readonly port: number
  readonly apiSecret: string
  readonly sessionSecret: string
  readonly backend: StubBackend
  readonly auditLines: () => string[]
  /** Resident memory, bytes. */
  readonly residentBytes: () => number
  /** Clients that are connected to the process. */
  readonly clients: () => number
  /** Descriptors of the process. */
  readonly openFiles: () => number
  /** Processor time since the start. */
  readonly cpuMilliseconds: () => number
  readonly isAlive: () => boolean
  readonly signal: (signal: NodeJS.Signals) => void
  readonly stdout: () => string
  readonly stderr: () => string
  /** Gives the exit code. */
  readonly terminate: () => Promise<number | null>
  readonly stop: () => Promise<void>
}

/** `openFiles`: how many descriptors the process may have. */
export async function startProcess(
  env: Record<string, string> = {},
  options: { openFiles?: number } = {},
): Promise<ProcessBench> {
  const main = await bundled(new URL('../../src/main.ts', import.meta.url))
  const backend = await startStubBackend()
  const port = await freePort()
  const temporary = mkdtempSync(join(tmpdir(), 'rollcall-hostile-'))
  const auditFile = join(temporary, 'audit.log')
  const secret = () => randomBytes(32).toString('hex')
  const [apiSecret, sessionSecret] = [secret(), secret()]
  const limit = options.openFiles === undefined ? '' : `ulimit -n ${options.openFiles};`
  const child = spawn('sh', ['-c', `${limit} exec "$0" "$1"`, process.execPath, main], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      WEB_HOST: '127.0.0.1',
      WEB_PORT: String(port),
      BACKEND_URL: backend.url,
      BACKEND_TIMEOUT_MS: '2000',
      API_SECRET: apiSecret,
      EXCHANGE_SECRET: secret(),
      SESSION_SECRET: sessionSecret,
      AUDIT_LOG_FILE: auditFile,
      CSP_SCRIPT_HOSTS: '',
      CSP_STYLE_HOSTS: '',
      CSP_FONT_HOSTS: '',
      CSP_IMG_HOSTS: '',
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  try {
    await untilListening(port, child, () => stderr)
  } catch (error) {
    child.kill('SIGKILL')
    await backend.close()
    throw error
  }
  return {
    port,
    apiSecret,
    sessionSecret,
    backend,
    auditLines: () =>
      readFileSync(env['AUDIT_LOG_FILE'] ?? auditFile, { encoding: 'utf8', flag: 'a+' })
        .split('\n')
        .filter((line) => line !== ''),
    residentBytes: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024,
    clients: () => establishedOn(port),
    openFiles: () => readdirSync(`/proc/${child.pid}/fd`).length,
    cpuMilliseconds: () => {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      // User and system time, in hundredths of a second.
      return (Number(fields[11]) + Number(fields[12])) * 10
    },
    isAlive: () => child.exitCode === null && child.signalCode === null,
    signal: (signal) => void child.kill(signal),
    stdout: () => stdout,
    stderr: () => stderr,
    terminate: () => exited(child, 'SIGTERM'),
    stop: async () => {
      await exited(child, 'SIGKILL')
      await backend.close()
      rmSync(temporary, { recursive: true, force: true })
    },
  }
}

/** As the kernel lists them: local address, remote address, state; 01 is established. */
function establishedOn(port: number): number {
  const local = new RegExp(`^ *\\d+: [0-9A-F]+:${port.toString(16).toUpperCase().padStart(4, '0')} [0-9A-F:]+ 01 `)
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .filter((line) => local.test(line)).length
}

function exited(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code))
    child.kill(signal)
  })
}

async function untilListening(port: number, child: ChildProcess, stderr: () => string): Promise<void> {
  const deadline = Date.now() + 20_000
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the process ended at start: ${stderr()}`)
    if (Date.now() > deadline) throw new Error('the process does not listen')
    const alive = await fetch(`http://127.0.0.1:${port}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (alive) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
