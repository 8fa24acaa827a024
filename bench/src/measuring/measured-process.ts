// Starts the processes of a measurement, each alone on its processor core: what is measured on one, what loads it on the other.
// They say their port as a JSON line, and the load processes answer one JSON line per job.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { plainEnvironment } from './config.ts'

export type Side = 'measured' | 'load' | 'everywhere'

export type StartOptions = {
  readonly program: string
  readonly args: readonly string[]
  readonly side: Side
  readonly env?: Readonly<Record<string, string>>
  /** For programs that cannot say which port they listen on. */
  readonly port?: number
}

export type MeasuredProcess = {
  readonly pid: number
  readonly port: number
  /** Sends a job as a JSON line and gives back the JSON line that answers it. */
  readonly ask: <Answer>(job: object) => Promise<Answer>
  readonly stop: () => Promise<void>
}

const startWithin = 30_000
const cores = availableParallelism()
const canPin = cores > 1 && existsSync('/usr/bin/taskset')

export const pinning = canPin
  ? 'what is measured has core 0 for itself, the load has the others'
  : 'processes are not pinned to cores (one core only, or no taskset)'

const running = new Set<MeasuredProcess>()

export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((one) => one.stop()))
}

export async function start(options: StartOptions): Promise<MeasuredProcess> {
  const core = options.side === 'measured' ? '0' : cores > 2 ? `1-${cores - 1}` : '1'
  const [program, args] =
    canPin && options.side !== 'everywhere'
      ? ['taskset', ['-c', core, options.program, ...options.args]]
      : [options.program, options.args]
  const child = spawn(program, args, {
    env: { ...plainEnvironment, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let errorText = ''
  child.stderr.on('data', (chunk: Buffer) => (errorText = (errorText + String(chunk)).slice(-2000)))
  const ended = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message))
    child.once('close', (code, signal) => resolve(`it ended (${signal ?? code}) ${errorText}`))
  })
  const lines = jsonLines(child, ended, options.program)
  const port = await (options.port === undefined
    ? lines.find((line) => typeof line['port'] === 'number').then((line) => Number(line['port']))
    : untilItListens(options.port, ended))
  const started: MeasuredProcess = {
    pid: child.pid ?? 0,
    port,
    ask: <Answer>(job: object) => {
      child.stdin.write(`${JSON.stringify(job)}\n`)
      return lines.find((line) => 'answer' in line).then((line) => line['answer'] as Answer)
    },
    stop: async () => {
      running.delete(started)
      child.kill('SIGTERM')
      const tooSlow = setTimeout(() => child.kill('SIGKILL'), 3000)
      await ended
      clearTimeout(tooSlow)
    },
  }
  running.add(started)
  return started
}

type Line = Record<string, unknown>

function jsonLines(child: ChildProcess, ended: Promise<string>, program: string) {
  const waiting: { matches: (line: Line) => boolean; resolve: (line: Line) => void }[] = []
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (text) => {
      if (!text.startsWith('{')) return
      const line = JSON.parse(text) as Line
      const at = waiting.findIndex(({ matches }) => matches(line))
      if (at >= 0) waiting.splice(at, 1)[0]?.resolve(line)
    })
  }
  return {
    find: (matches: (line: Line) => boolean) =>
      Promise.race([
        new Promise<Line>((resolve) => waiting.push({ matches, resolve })),
        ended.then((reason): Line => {
          throw new Error(`${program}: ${reason}`)
        }),
      ]),
  }
}

async function untilItListens(port: number, ended: Promise<string>): Promise<number> {
  const deadline = Date.now() + startWithin
  let failure: string | null = null
  void ended.then((reason) => (failure = reason))
  while (Date.now() < deadline) {
    if (failure !== null) throw new Error(failure)
    if (await accepts(port)) return port
    await sleep(50)
  }
  throw new Error(`Nothing listens on port ${port}.`)
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
