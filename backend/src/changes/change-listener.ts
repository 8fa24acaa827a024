// The one connection on which a backend is told of changes made by others on the same database. It reconnects by itself, and after
// every connection everything counts as changed, because nobody knows what was missed. Started by server.ts.
import type { FastifyBaseLogger } from 'fastify'
import type { Client } from 'pg'
import { repeat, type Repeated } from '../background/repeat.ts'
import type { Connection } from '../database/connect.ts'
import { Change, listenStatement } from './change-queries.ts'
import type { Changes } from './changes.ts'

type Options = {
  readonly connection: Pick<Connection, 'newClient'>
  readonly changes: Changes
  readonly log: FastifyBaseLogger
}

export type ChangeListener = {
  /** Opens the connection where there is none, and finds out whether it still carries anything. */
  readonly work: Repeated
  stop(): Promise<void>
}

/** Between attempts: how soon the first one is, and how long the pause grows. */
const retryMs = { first: 100, most: 10_000 } as const

/** Resolves after the first attempt; never throws. */
export async function startChangeListener({ connection, changes, log }: Options): Promise<ChangeListener> {
  let client: Client | null = null
  let pauseMs: number = retryMs.first
  let retry: NodeJS.Timeout | undefined
  let isStopped = false

  const lose = (lost: Client) => {
    if (client !== lost) return
    client = null
    void lost.end().catch(() => undefined)
    reconnectLater()
  }
  const reconnectLater = () => {
    if (isStopped) return
    clearTimeout(retry)
    retry = setTimeout(() => void work.run(), pauseMs).unref()
    pauseMs = Math.min(2 * pauseMs, retryMs.most)
  }
  const open = async () => {
    if (isStopped) return
    const opening = connection.newClient('changes')
    opening.on('notification', ({ payload }) => receive(payload, changes, log))
    opening.on('error', () => lose(opening))
    opening.on('end', () => lose(opening))
    try {
      await opening.connect()
      await opening.query(listenStatement)
    } catch (error) {
      void opening.end().catch(() => undefined)
      reconnectLater()
      throw error
    }
    client = opening
    pauseMs = retryMs.first
    changes.dispatchAll()
  }
  const work = repeat({
    name: 'listen-for-changes',
    everyMs: 30_000,
    log,
    whileFailing: 'Changes made by other backends act a minute later.',
    async work() {
      const current = client
      if (!current) return open()
      // A connection may be gone without a word.
      await current.query('SELECT 1').catch((error: unknown) => {
        lose(current)
        throw error
      })
    },
  })
  await work.run()
  return {
    work,
    async stop() {
      isStopped = true
      clearTimeout(retry)
      const current = client
      client = null
      await current?.end()
    },
  }
}

function receive(payload: string | undefined, changes: Changes, log: FastifyBaseLogger): void {
  const change = read(payload)
  // Of another version, which knows more topics than we do.
  if (!change) changes.dispatchAll()
  else if (change.from !== changes.backendId) changes.dispatch(change.topics)
  log.debug({ code: 'change_announced', change: change ?? payload }, 'Something was changed.')
}

function read(payload = ''): Change | null {
  try {
    return Change.parse(JSON.parse(payload))
  } catch {
    return null
  }
}
