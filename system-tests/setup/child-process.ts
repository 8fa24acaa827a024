// A process of the product under test: its output kept, its whole group ended.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export type Child = {
  readonly output: () => string
  readonly pid: number
  readonly ended: Promise<number | null>
  /** Signals the process alone, or its whole group. */
  signal(signal: NodeJS.Signals, whom?: 'process' | 'group'): void
}

export function spawnChild(program: string, args: string[], env: NodeJS.ProcessEnv): Child {
  const child: ChildProcess = spawn(program, args, {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  // Decoded as a stream: a letter of several bytes may come in two parts.
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const pid = child.pid ?? 0
  return {
    output: () => output,
    pid,
    ended,
    signal(signal, whom = 'process') {
      try {
        process.kill(whom === 'group' ? -pid : pid, signal)
      } catch {
        // already gone
      }
    },
  }
}

/** Polls until `what` gives something truthy; fails with `why` after `withinMs`. */
export async function until<T>(why: string, what: () => Promise<T> | T, withinMs = 60_000): Promise<NonNullable<T>> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const result = await what()
    if (result) return result as NonNullable<T>
    if (Date.now() > deadline) throw new Error(`Did not happen within ${withinMs} ms: ${why}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
