// Whether this backend can do its work, part by part: the database answers and can be written, the disk has room, the relay answers.
// GET /ready answers with it, and the server layer's GET /api/ready asks that.
import { statfs } from 'node:fs/promises'
import type { Issue } from '@rollcall/contracts/problems'
import { cacheAnswer } from './cached-answer.ts'
import type { Connection } from './database/connect.ts'
import { writeSomething } from './database/write-check-queries.ts'
import type { RelayCall } from './realtime/relay-call.ts'

type Options = {
  readonly connection: Connection
  readonly dataDir: string
  readonly leastFreeMb: number
  /** Null: no relay is configured. */
  readonly call: RelayCall | null
}

/** Milliseconds: however many ask, one row is written a second. */
const goodForMs = 1000
const withinMs = 1500

/** What is not well, by part; an empty list is good. */
export function createReadyCheck({ connection, dataDir, leastFreeMb, call }: Options): () => Promise<readonly Issue[]> {
  const checks = [
    async () => {
      if (!(await connection.answers(withinMs))) return problem('database', 'The database does not answer.')
      const written = await isDone(writeSomething(connection.urgent))
      return written ? null : problem('database', 'The database cannot be written.')
    },
    async () => {
      const free = await freeMb(dataDir)
      return free >= leastFreeMb
        ? null
        : problem('disk', `Less than ${leastFreeMb} MB are free on the disk of the data.`)
    },
    async () => {
      if (!call || (await isDone(call('info', {})))) return null
      return problem('relay', 'The relay does not answer the backend.')
    },
  ]
  return cacheAnswer(goodForMs, async () => {
    const found = await Promise.all(checks.map((check) => check()))
    return found.filter((one) => one !== null)
  }).read
}

/** Megabytes that this process may still write there; none where it cannot be asked. */
export async function freeMb(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return (bavail * bsize) / 1e6
  } catch {
    return 0
  }
}

const problem = (path: string, message: string): Issue => ({ path, message })

async function isDone(work: Promise<void>): Promise<boolean> {
  const tooLate = new Promise<false>((resolve) => setTimeout(resolve, withinMs, false).unref())
  const done = work.then(
    () => true,
    () => false,
  )
  return Promise.race([done, tooLate])
}
