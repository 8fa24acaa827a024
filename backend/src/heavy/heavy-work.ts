// Who does the jobs of heavy-jobs.ts: a thread of its own, begun when it is first needed and ended when it has had nothing to do for a while, so
// that requests and positions go on meanwhile. Made by server.ts. Why so: docs/decisions/0037-what-is-counted-and-what-is-heavy.md.
import { Worker } from 'node:worker_threads'
import { type Answered, createThreadCalls } from '../thread-calls.ts'

export type JobName =
  | 'verifyAudit'
  | 'auditPart'
  | 'reportFile'
  | 'peopleFile'
  | 'calibration'
  | 'restsCalibration'
  | 'cleanSvg'

export type HeavyWork = {
  /** `I` and `O` are those of the function that the job is. What goes there and comes back is copied. */
  run<I, O>(name: JobName, input: I): Promise<O>
  stop(): Promise<void>
}

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
  const calls = createThreadCalls((asked) => {
    worker ??= begin()
    // Nothing is handed over: what goes there is a copy.
    worker.postMessage(asked, [])
  })
  let worker: Worker | null = null
  let ending: NodeJS.Timeout | undefined
  const lose = (error: Error) => {
    worker = null
    calls.lose(error)
  }
  const begin = (): Worker => {
    const begun = new Worker(file, {
      workerData: { databaseUrl: url, auditSecrets },
      resourceLimits: { maxOldGenerationSizeMb: mostHeapMb },
    })
    begun.unref()
    begun.on('message', (answer: Answered) => {
      calls.take(answer)
      if (calls.waiting === 0) ending = setTimeout(() => void end(), idleMs).unref()
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
      return calls.ask(name, input)
    },
    async stop() {
      clearTimeout(ending)
      await end()
      lose(new Error('The backend stops.'))
    },
  }
}
