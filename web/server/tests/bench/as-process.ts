// The built server layer as a process of its own, as it runs in production: the thorough way of bench.ts.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import type { BenchOptions, LogLine, ProcessFacts, RunningServer } from './running-server.ts'
import { eventually } from './eventually.ts'
import type { TestEnvironment } from './test-environment.ts'

export async function startAsProcess(
  main: string,
  environment: TestEnvironment,
  options: BenchOptions,
): Promise<RunningServer> {
  const limit = options.openFiles === undefined ? '' : `ulimit -n ${options.openFiles};`
  const child = spawn('sh', ['-c', `${limit} exec "$0" "$1"`, process.execPath, main], {
    env: { PATH: process.env['PATH'], ...environment, ...loadedFirst(options) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const [stdout, stderr] = [textOf(child.stdout), textOf(child.stderr)]
  const port = await listeningPort(child, stdout, stderr)
  return {
    port,
    logged: () => logLines(stdout()),
    console: stderr,
    clients: async () => establishedOn(port),
    advance: async (ms) => {
      child.send(ms)
      await once(child, 'message')
    },
    finish: () => ended(child, 'SIGTERM'),
    kill: async () => void (await ended(child, 'SIGKILL')),
    layer: null,
    process: factsOf(child),
  }
}

/** What runs before the product: a clock that obeys the tests, and whatever a case breaks. */
function loadedFirst({ clock, sabotage = '' }: BenchOptions): { NODE_OPTIONS?: string } {
  const moved = `
    const real = Date.now
    let ahead = 0
    Date.now = () => ${typeof clock === 'number' ? clock : 'real()'} + ahead
    const passed = performance.now.bind(performance)
    performance.now = () => ${typeof clock === 'number' ? `${clock} - performance.timeOrigin` : 'passed()'} + ahead
    process.on('message', (ms) => process.send((ahead += ms)))
    process.channel.unref()`
  const source = (clock === undefined ? '' : moved) + sabotage
  if (source === '') return {}
  return { NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(source).toString('base64')}` }
}

function textOf(stream: Readable | null): () => string {
  let text = ''
  stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return () => text
}

function logLines(text: string): LogLine[] {
  const lines = text.split('\n').slice(0, -1)
  return lines.map((line) => {
    const {
      level,
      code,
      time: _time,
      process: _process,
      msg: _msg,
      ...fields
    } = JSON.parse(line) as Record<string, unknown>
    return { level: String(level), code: String(code), fields }
  })
}

/** It says so itself, in its log. */
async function listeningPort(child: ChildProcess, stdout: () => string, stderr: () => string): Promise<number> {
  const port = () => logLines(stdout()).find(({ code }) => code === 'listening')?.fields['port']
  await eventually(() => port() !== undefined || child.exitCode !== null)
  if (port() === undefined) throw new Error(`the process ended at start: ${stderr()}`)
  return Number(port())
}

function factsOf(child: ChildProcess): ProcessFacts {
  const read = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8')
  return {
    isAlive: () => child.exitCode === null && child.signalCode === null,
    residentBytes: () => Number(/VmRSS:\s+(\d+)/.exec(read('status'))?.[1]) * 1024,
    openFiles: () => readdirSync(`/proc/${child.pid}/fd`).length,
    cpuMilliseconds: () => {
      const fields = read('stat')
        .replace(/^.*\) /, '')
        .split(' ')
      // User and system time, in hundredths of a second.
      return (Number(fields[11]) + Number(fields[12])) * 10
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

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  child.kill(signal)
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}
