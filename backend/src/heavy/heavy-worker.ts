// The thread for heavy work: does what heavy-work.ts sends, with a database connection of its own. A bundle of its own (rolldown.config.mjs).
import { parentPort, workerData } from 'node:worker_threads'
import { connect } from '../database/connect.ts'
import type { Database } from '../database/schema.ts'
import type { Answered, Asked } from './heavy-work.ts'
import { jobs } from './jobs.ts'

const { databaseUrl } = workerData as { readonly databaseUrl: string }
// Connects when a job asks for the first time.
const { db } = connect({ url: databaseUrl, poolSize: 2, purpose: 'heavy' })

parentPort?.on('message', async ({ id, name, input }: Asked) => {
  parentPort?.postMessage(await answer(id, () => (jobs[name] as Job)(input, db)), [])
})

type Job = (input: unknown, db: Database) => Promise<unknown>

async function answer(id: number, work: () => Promise<unknown>): Promise<Answered> {
  try {
    return { id, output: await work() }
  } catch (error) {
    const { message, code } = error as Error & { code?: unknown }
    return { id, failure: { message, code } }
  }
}
