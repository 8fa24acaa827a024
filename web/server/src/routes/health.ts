// GET /api/health: this process answers. GET /api/health/database: the database answers, within 2 s (spec 1.2, 4.2).
import { refuse, sendProblem } from '../problem.ts'
import { sendData } from '../reply.ts'
import type { RequestContext } from '../request-context.ts'
import type { DatabaseCheck } from '../database-check.ts'

export function answerHealth(context: RequestContext): void {
  sendData(context, { status: 'ok' })
}

export function createDatabaseHealthRoute(
  isAlive: DatabaseCheck['isAlive'],
): (context: RequestContext) => Promise<void> {
  return async (context) => {
    if (await isAlive()) sendData(context, { status: 'ok' })
    else sendProblem(context, refuse('database_unavailable', ['Retry-After', '2']))
  }
}
