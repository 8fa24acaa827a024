// The thread for heavy work: does what heavy/heavy-work.ts sends, with a database connection of its own. Bundled by itself
// (rolldown.config.mjs).
import { parentPort, workerData } from 'node:worker_threads'
import { connect } from './database/connect.ts'
import { runJob } from './heavy-jobs.ts'
import type { JobName } from './heavy/heavy-work.ts'
import { giveWay } from './priority.ts'
import { type Asked, answerTo } from './thread-calls.ts'

const { databaseUrl: url, auditSecrets } = workerData as Readonly<{ databaseUrl: string; auditSecrets: string[] }>
giveWay()
// Connects when a job asks for the first time.
const { db } = connect({ url, auditSecrets, poolSize: 2, purpose: 'heavy' })

parentPort?.on('message', async (asked: Asked) => {
  const answer = await answerTo(asked, (name, input) => runJob(name as JobName, input, db))
  parentPort?.postMessage(answer, [])
})
