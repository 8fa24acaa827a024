// Debian's Firefox over WebDriver BiDi, the protocol that it speaks itself: Playwright drives only a Firefox that was patched for it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { type Child, spawnChild, until } from './child-process.ts'
import { findProgram } from './find-program.ts'

/** In CI it must be there; on a machine of somebody's own its absence is said loudly and is no failure. */
export function findFirefox(): string | null {
  return process.env['FIREFOX'] ?? findProgram('firefox-esr') ?? findProgram('firefox')
}

export type Firefox = {
  /** Errors on the console and exceptions since the last time it was asked. */
  readonly takeTrouble: () => string[]
  readonly open: (url: string) => Promise<void>
  /** Runs an expression in the page and answers its value (promises are awaited). */
  readonly evaluate: <T>(expression: string) => Promise<T>
  /** Waits until the expression is true in the page. */
  readonly until: (what: string, expression: string) => Promise<void>
  readonly resize: (width: number, height: number) => Promise<void>
  readonly picture: () => Promise<Buffer>
  readonly stop: () => Promise<void>
}

export async function startFirefox(program: string): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'rollcall-firefox-'))
  const quiet = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile, 'about:blank']
  const env = { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1', MOZ_DISABLE_CONTENT_SANDBOX: '1' }
  const child = spawnChild(program, quiet, env)
  const address = await until(
    'Firefox listens',
    () => /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(child.output())?.[1],
  ).catch((error: unknown) => {
    throw new Error(`${String(error)}; it said: ${child.output().slice(-1000)}`)
  })
  const trouble: string[] = []
  const { send, close } = await connect(`${address}/session`, (method, params) => {
    if (method !== 'log.entryAdded' || params['level'] !== 'error') return
    trouble.push(String(params['text'] ?? ''))
  })
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = contexts[0]?.context

  async function evaluate<T>(expression: string): Promise<T> {
    const wrapped = `Promise.resolve((async () => (${expression}))()).then((value) => JSON.stringify(value ?? null))`
    const params = { expression: wrapped, target: { context }, awaitPromise: true }
    const reply = await send<Evaluated>('script.evaluate', params)
    if (reply.type === 'exception') throw new Error(`In Firefox: ${reply.exceptionDetails?.text}`)
    return JSON.parse(reply.result?.value ?? 'null') as T
  }
  return {
    takeTrouble: () => trouble.splice(0),
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    evaluate,
    until: async (what, expression) => void (await until(`in Firefox ${what}`, () => evaluate<boolean>(expression))),
    resize: async (width, height) =>
      void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
    picture: async () => {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    stop: async () => {
      close()
      await end(child)
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

type Evaluated = {
  readonly type: 'success' | 'exception'
  readonly result?: { readonly value?: string }
  readonly exceptionDetails?: { readonly text: string }
}
type Heard = {
  readonly id?: number
  readonly type: 'success' | 'error' | 'event'
  readonly method?: string
  readonly params?: Record<string, unknown>
  readonly result?: unknown
  readonly message?: string
}

/** Commands and their answers, by number; events besides. */
async function connect(url: string, onEvent: (method: string, params: Record<string, unknown>) => void) {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  let last = 0
  socket.on('message', (data: Buffer) => {
    const heard = JSON.parse(data.toString()) as Heard
    if (heard.type === 'event') return onEvent(heard.method ?? '', heard.params ?? {})
    const asked = waiting.get(heard.id ?? 0)
    waiting.delete(heard.id ?? 0)
    if (heard.type === 'success') asked?.resolve(heard.result)
    else asked?.reject(new Error(heard.message))
  })
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has closed the connection'))
  })
  const send = <T>(method: string, params: object) =>
    new Promise<T>((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve: resolve as (result: unknown) => void, reject })
      socket.send(JSON.stringify({ id: last, method, params }))
    })
  return { send, close: () => socket.close() }
}

async function end(child: Child): Promise<void> {
  child.signal('SIGTERM', 'group')
  const ended = await Promise.race([child.ended, new Promise((resolve) => setTimeout(resolve, 10_000, 'late'))])
  if (ended !== 'late') return
  child.signal('SIGKILL', 'group')
  await child.ended
}
