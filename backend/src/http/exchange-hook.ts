// Login bodies with `okta` are identity-provider exchanges, not credentials (spec 2.4, rules 3). They are answered here, before
// the row's own handler, and only with the server layer's signature over the exact text of the body.
import type { FastifyInstance } from 'fastify'
import { exchangeHeader, ExchangeRequest } from '@rollcall/contracts/domains/auth'
import { check } from '@rollcall/contracts/check'
import type { Exchange } from '../auth/exchange.ts'
import { Refusal, refuse } from './refusal.ts'

export function answerExchanges(app: FastifyInstance, exchange: Exchange): void {
  app.addHook('preHandler', async (request, reply) => {
    const { body, bodyText } = request
    if (bodyText === null || typeof body !== 'object' || body === null || !('okta' in body)) return
    const assertion = request.headers[exchangeHeader]
    if (typeof assertion !== 'string') refuse('unauthenticated')
    const claim = check(ExchangeRequest, body)
    if (!claim.ok) throw new Refusal('validation_failed', claim.issues)
    const origin = {
      ip: request.ip,
      method: request.method,
      requestId: request.id,
      userAgent: request.headers['user-agent'] ?? '',
    }
    const session = await exchange(assertion, bodyText, claim.data, origin)
    return reply.send({ success: true, data: session })
  })
}
