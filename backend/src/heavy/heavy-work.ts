// Who does the jobs of heavy-jobs.ts: a thread of its own, begun when it is first needed and ended when it has had nothing to do for a while, so
// that requests and positions go on meanwhile. Made by server.ts. Why so: docs/decisions/0037-what-is-counted-and-what-is-heavy.md.
import { Worker } from 'node:worker_threads'

export type JobName = 'verifyAudit' | 'auditPart' | 'reportFile' | 'peopleFile' | 'calibration' | 'cleanSvg'

export type HeavyWork = {
  /** `I` and `O` are those of the function that the job is. What goes there and comes back is copied. */
  run<I, O>(name: JobName, input: I): Promise<O>
  stop(): Promise<void>
}

export type Asked = { readonly id: number; readonly name: JobName; readonly input: unknown }
/** `code`: of the database, so that the refusal is the same as without a thread. */
export type Answered = { readonly id: number } & (
  | { readonly output: unknown }
  | { readonly failure: { readonly message: string; readonly code: unknown } }
)

type Waiting = { resolve(output: unknown): void; reject(error: Error): void }

type Options = {
  /** Of the database. */
  readonly url: string
  readonly auditSecrets?: readonly string[]
  /** The bundled heavy-worker.ts, which lies beside the bundle that this is part of. */
  readonly file?: URL
}

/** A thread costs 40 MB. */
const idleMs = 60_000
/** Ends the thread, never the process. */
const mostHeapMb = 1024

export function workInThread({
  url,
  auditSecrets = [],
  file = new URL('./heavy-worker.js', import.meta.url),
}: Options): HeavyWork {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let ending: NodeJS.Timeout | undefined
  let asked = 0
  const lose = (error: Error) => {
    worker = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const begin = (): Worker => {
    const begun = new Worker(file, {
      workerData: { databaseUrl: url, auditSecrets },
      resourceLimits: { maxOldGenerationSizeMb: mostHeapMb },
    })
    begun.unref()
    begun.on('message', (answer: Answered) => {
      const one = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('output' in answer) one?.resolve(answer.output)
      else one?.reject(Object.assign(new Error(answer.failure.message), { code: answer.failure.code }))
      if (waiting.size === 0) ending = setTimeout(() => void end(), idleMs).unref()
    })
    begun.on('error', lose)
    begun.on('exit', () => {
      if (worker === begun) lose(new Error('The thread for heavy work ended.'))
    })
    return begun
  }
  const end = async () => {
    const ended = worker
    worker = null
    await ended?.terminate()
  }
  return {
    run(name, input) {
      clearTimeout(ending)
      worker ??= begin()
      const id = ++asked
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve: resolve as Waiting['resolve'], reject })
        // Nothing is handed over: what goes there is a copy.
        worker?.postMessage({ id, name, input } satisfies Asked, [])
      })
    },
    async stop() {
      clearTimeout(ending)
      await end()
      lose(new Error('The backend stops.'))
    },
  }
}
