// One piece of background work: repeated, never twice at the same moment, tried again after a failure, which is logged when it begins
// and when it is over. Parts of the backend make theirs with it; background-work.ts has the list of all and starts them.
import type { FastifyBaseLogger } from 'fastify'

type RepeatOptions = {
  /** In logs and metrics; kebab-case. */
  readonly name: string
  readonly everyMs: number
  /** `stopping`: whoever works long looks whether to end early. What it throws means: try again at the next turn. */
  readonly work: (stopping: AbortSignal) => void | Promise<void>
  readonly log: FastifyBaseLogger
  /** What it means for people that this fails, as a sentence for the log. */
  readonly whileFailing: string
  /** With several backends on one database only one of them does it (background-work.ts). */
  readonly leaderOnly?: boolean
  /** The first run is when it is started, not one period later. */
  readonly atOnce?: boolean
}

export type Repeated = Pick<RepeatOptions, 'name' | 'everyMs'> & {
  readonly leaderOnly: boolean
  /** Of the last run that ended. */
  readonly status: { readonly failing: boolean; readonly endedAt: number | null }
  /** Resolves after a run that began after the call: a change announced during a run is seen by the next one. Never throws. */
  run(): Promise<void>
  start(isLeader: () => boolean): void
  /** No more turns; resolves when the run under way is over. `run` still works, for a last time. */
  stop(): Promise<void>
}

export function repeat({ name, everyMs, work, log, whileFailing, ...options }: RepeatOptions): Repeated {
  const { leaderOnly = false, atOnce = false } = options
  const stopping = new AbortController()
  const status = { failing: false, endedAt: null as number | null }
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  const attempt = async () => {
    try {
      await work(stopping.signal)
      if (status.failing) log.info({ code: 'background_work_recovered', work: name }, `${name} works again.`)
      status.failing = false
    } catch (error) {
      if (!status.failing) log.warn({ code: 'background_work_failed', work: name, err: error }, whileFailing)
      status.failing = true
    }
    status.endedAt = Date.now()
  }
  const begin = () => {
    next = null
    return (running = attempt().finally(() => (running = null)))
  }
  return {
    name,
    everyMs,
    leaderOnly,
    status,
    run: () => (running ? (next ??= running.then(begin)) : begin()),
    start(isLeader) {
      const turn = () => {
        if (!running && (!leaderOnly || isLeader())) void begin()
      }
      if (atOnce) turn()
      timer = setInterval(turn, everyMs).unref()
    },
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await running
      // Asked for during the run that was under way.
      await (next ?? running)
    },
  }
}
