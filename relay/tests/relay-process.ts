// Starts the real relay through its launcher, on a free port, and speaks to its HTTP API. Used by every test of this room.
import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { createRelayToken } from '@rollcall/tokens/relay-token'

export const secret = 'relay secret for the tests, sixty-four characters are usual....'
export const apiKey = 'api key for the tests, sixty-four characters are usual.........'
export const origin = 'https://app.example'

/** A test that failed half-way leaves no process behind. */
const started = new Set<ChildProcess>()
afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
})

const launcher = fileURLToPath(new URL('../bin/relay.mjs', import.meta.url))

export type TestRelay = Awaited<ReturnType<typeof startRelay>>

export async function startRelay(environment: Record<string, string> = {}) {
  const run = runRelay({
    RELAY_PORT: '0',
    REALTIME_HMAC_SECRET: secret,
    REALTIME_API_KEY: apiKey,
    RELAY_ALLOWED_ORIGINS: origin,
    ...environment,
  })
  const listening = await run.line((line) => line.msg === 'listening')
  const port = Number(listening['port'])
  const base = `http://127.0.0.1:${port}`

  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(base + path, { method: 'POST', headers: { 'x-api-key': apiKey, ...headers }, body })

  return {
    ...run,
    port,
    internalPort: listening['internalPort'] as number | undefined,
    base,
    url: `ws://127.0.0.1:${port}/connection/websocket`,
    post,
    /** An API command whose reply must be a 200; answers the whole reply. */
    async api(
      method: string,
      params: unknown,
    ): Promise<{ result?: Record<string, unknown>; error?: { code: number } }> {
      const response = await post(`/api/${method}`, JSON.stringify(params))
      if (response.status !== 200) throw new Error(`The API answered ${response.status}.`)
      return (await response.json()) as { result?: Record<string, unknown> }
    },
    async metric(name: string): Promise<number> {
      const text = await (await fetch(`${base}/metrics`)).text()
      const lines = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
      return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
    },
  }
}

type LogLine = Record<string, unknown>

/** The process alone, for start-up failures and logs. */
export function runRelay(environment: Record<string, string>, workingDirectory?: string, flags: string[] = []) {
  const child: ChildProcess = spawn(process.execPath, [launcher, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: workingDirectory,
    env: { PATH: process.env['PATH'], ...environment },
  })
  started.add(child)
  const lines: LogLine[] = []
  let output = ''
  let allOutput = ''
  let errorOutput = ''
  const waiting = new Set<() => void>()
  child.stdout?.on('data', (chunk: Buffer) => {
    allOutput += String(chunk)
    const texts = (output + String(chunk)).split('\n')
    output = texts.pop() ?? ''
    lines.push(...texts.filter((text) => text.startsWith('{"')).map((text) => JSON.parse(text) as LogLine))
    for (const wake of waiting) wake()
  })
  child.stderr?.on('data', (chunk: Buffer) => (errorOutput += String(chunk)))
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))

  async function line(matches: (line: LogLine) => boolean): Promise<LogLine> {
    for (;;) {
      const found = lines.find(matches)
      if (found) return found
      const ended = await Promise.race([
        exited.then(() => true),
        new Promise<false>((resolve) => waiting.add(() => resolve(false))),
      ])
      if (ended) throw new Error(`The relay ended before it said so: ${errorOutput}`)
    }
  }

  return {
    lines,
    line,
    exited,
    output: () => allOutput,
    errorOutput: () => errorOutput,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    async stop(): Promise<number | null> {
      child.kill('SIGTERM')
      return exited
    },
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** A relay token; `lifetime` in seconds, negative for an expired one. */
export function aToken({ sub = 'u1', lifetime = 3600, key = secret } = {}): string {
  const now = Math.floor(Date.now() / 1000)
  return createRelayToken({ sub, iat: now - (lifetime < 0 ? 60 : 0), exp: now + lifetime }, key)
}

/** Waits until the answer is truthy; fails after the deadline. */
export async function eventually<Answer>(ask: () => Answer | Promise<Answer>, within = 25_000): Promise<Answer> {
  const deadline = Date.now() + within
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > deadline) throw new Error(`Not so within ${within} ms.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Publishes 0, 1, 2 … on a channel, one after the other, until stopped; answers how many there were. */
export function keepPublishing(relay: TestRelay, channel: string): { stop: () => Promise<number> } {
  const control = new AbortController()
  const publishing = (async () => {
    let serial = 0
    while (!control.signal.aborted) await relay.api('publish', { channel, data: serial++ })
    return serial
  })()
  return {
    stop() {
      control.abort()
      return publishing
    },
  }
}
