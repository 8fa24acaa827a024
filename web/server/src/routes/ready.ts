// GET /api/ready: whether the whole chain behind this process is well: backend, database, disk and relay, or which of them is not. The
// backend knows of database and disk (spec 1.2: this process asks the database itself for its health only).
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ProblemReply, type Issue } from '@rollcall/contracts/problems'
import { sendProblem } from '../problem.ts'
import type { Upstream } from '../proxy/upstream.ts'
import { sendData } from '../reply.ts'
import type { RequestContext } from '../request-context.ts'

type ReadyOptions = {
  /** Past the queue of everything else. */
  readonly backend: Upstream
  /** Null: browsers reach the relay in another way, and only the backend asks it. */
  readonly relay: Upstream | null
  readonly timeoutMs: number
  /** Its disk is ours to watch. */
  readonly auditLogFile: string | null
  readonly leastFreeMb: number
}

const parts = ['backend', 'database', 'disk', 'relay'] as const
type Part = (typeof parts)[number]

/** Milliseconds: a thousand questions are one. */
const goodForMs = 1000

export function createReadyRoute(options: ReadyOptions): (context: RequestContext) => Promise<void> {
  let asked: { at: number; answer: Promise<Issue[]> } | null = null
  return async (context) => {
    if (asked === null || performance.now() - asked.at > goodForMs)
      asked = { at: performance.now(), answer: whatIsNotWell(options) }
    const issues = await asked.answer
    if (issues.length > 0) return sendProblem(context, { code: 'not_ready', issues, headers: ['Retry-After', '2'] })
    sendData(context, { status: 'ok', parts: Object.fromEntries(parts.map((part) => [part, 'ok'])) })
  }
}

async function whatIsNotWell(options: ReadyOptions): Promise<Issue[]> {
  const found = (await Promise.all([askBackend(options), askRelay(options), lookAtDisk(options)])).flat()
  // One line per part: the first that says it.
  return parts.flatMap((part) => found.find(({ path }) => path === part) ?? [])
}

async function askBackend({ backend, timeoutMs }: ReadyOptions): Promise<Issue[]> {
  const reply = await backend.call({ method: 'GET', target: '/ready', headers: [], body: null, timeoutMs }, 64 * 1024)
  if ('code' in reply) return [issue('backend', 'The backend does not answer.')]
  if (reply.status === 200) return []
  const known = issuesIn(reply.body)
  return known.length > 0 ? known : [issue('backend', 'The backend is not well.')]
}

async function askRelay({ relay, timeoutMs }: ReadyOptions): Promise<Issue[]> {
  if (relay === null) return []
  const reply = await relay.call({ method: 'GET', target: '/health', headers: [], body: null, timeoutMs }, 64 * 1024)
  // Where its health is on another port, it still answers that there is nothing.
  return 'code' in reply || reply.status >= 500 ? [issue('relay', 'The relay does not answer.')] : []
}

async function lookAtDisk({ auditLogFile, leastFreeMb }: ReadyOptions): Promise<Issue[]> {
  if (auditLogFile === null) return []
  const free = await statfs(dirname(auditLogFile)).then(
    ({ bavail, bsize }) => (bavail * bsize) / 1e6,
    () => 0,
  )
  return free < leastFreeMb ? [issue('disk', `Less than ${leastFreeMb} MB are free on the disk of the audit log.`)] : []
}

function issuesIn(body: Buffer): Issue[] {
  try {
    return ProblemReply.parse(JSON.parse(body.toString())).error.issues ?? []
  } catch {
    return []
  }
}

const issue = (path: Part, message: string): Issue => ({ path, message })
