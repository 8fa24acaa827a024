// POST /ingest/{format}: gateways and the simulator hand in what they heard (rules 12). Registered by the server; answers 202 with
// counts as soon as the log has the readings. No room is 429 in the queue of one backend, and 503 in the log that several share; so is a
// log that is away, and without one a backend that does not make the positions.
import { noted } from '@rollcall/contracts/notes'
import type { ProblemCode } from '@rollcall/contracts/problems'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal, refuse } from '../http/refusal.ts'
import { formatNames } from './formats.ts'
import { createKeyCheck, type KeyCheckOptions, type Sender } from './ingest-key.ts'
import { type Intake, mostPerBatch } from './intake.ts'

export interface IngestOptions extends KeyCheckOptions {
  intake: Intake
  /** Whether several backends share the log. */
  isShared?: boolean
}

/** What a gateway may name its batches. */
const batchIdPattern = /^[\x21-\x7e]{1,128}$/

export async function ingestRoutes(app: FastifyInstance, { intake, isShared, ...keys }: IngestOptions): Promise<void> {
  const senderOf = createKeyCheck(keys)
  const senders = new WeakMap<FastifyRequest, Sender>()
  keepBytes(app)
  for (const format of formatNames) {
    app.post(`/ingest/${format}`, {
      bodyLimit: mostPerBatch.bytes,
      // Before the body is read: a stranger costs us no parsing.
      onRequest: async (request) => {
        const sender = senderOf(request.headers.authorization)
        if (!sender) refuse('unauthenticated')
        // A megabyte that unpacks to a gigabyte is not tried.
        if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') refuse('unsupported_media_type')
        senders.set(request, sender)
      },
      handler: async (request, reply) => {
        const bytes = (request.body ?? refuse('malformed_body')) as Buffer
        const sender = senders.get(request)?.receiverId ?? null
        const taken = await intake.take({ format, bytes, sender, batchId: batchIdOf(request) })
        if (taken === 'malformed') refuse('malformed_body')
        if (taken === 'too_many') refuse('body_too_large')
        if (taken === 'elsewhere') later('readings_elsewhere')
        if (taken === 'unreachable' || (taken === 'full' && isShared)) later('readings_unavailable')
        if (taken === 'full') later('too_many_requests')
        return reply.code(202).send({ success: true, data: taken })
      },
    })
  }
}

function later(code: ProblemCode): never {
  throw new Refusal(code, undefined, { 'retry-after': '1' })
}

function batchIdOf({ headers }: FastifyRequest): string | null {
  const given = headers['idempotency-key']
  if (given === undefined) return null
  if (typeof given === 'string' && batchIdPattern.test(given)) return given
  throw new Refusal('validation_failed', [noted('Idempotency-Key', 'visible_ascii')])
}

/** The bytes name the batch, and are read where positions are made. */
function keepBytes(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
}
