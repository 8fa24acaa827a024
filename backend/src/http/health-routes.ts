// GET /health: this process runs. GET /ready: it can also do its work, or what is in the way. Both for the machine itself; the server
// layer answers for the outside.
import type { FastifyInstance } from 'fastify'
import { problemReply, type Issue } from '@rollcall/contracts/problems'

export function addHealth(app: FastifyInstance, notWell: () => Promise<readonly Issue[]>): void {
  app.get('/health', async () => ({ success: true, data: { status: 'ok' } }))
  app.get('/ready', async (request, reply) => {
    const issues = await notWell()
    if (issues.length === 0) return { success: true, data: { status: 'ok' } }
    return reply
      .code(503)
      .header('retry-after', '2')
      .send(problemReply('not_ready', request.id, issues))
  })
}
