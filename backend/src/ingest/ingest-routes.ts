// POST /ingest/{format}: gateways and the simulator hand in what they heard (rules 12). Registered by the server; answers 202 with
// counts as soon as the readings are queued, 429 while there is no room, and 503 while another backend makes the positions.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal, refuse } from '../http/refusal.ts'
import { formatNames } from './formats.ts'
import { createKeyCheck, type KeyCheckOptions, type Sender } from './ingest-key.ts'
import { type Intake, mostPerBatch } from './intake.ts'

export interface IngestOptions extends KeyCheckOptions {
  intake: Intake
}

interface ReadBody {
  bytes: Buffer
  value: unknown
}

/** What a gateway may name its batches. */
const batchIdPattern = /^[\x21-\x7e]{1,128}$/

export async function ingestRoutes(app: FastifyInstance, { intake, ...keys }: IngestOptions): Promise<void> {
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
        const { bytes, value: body } = (request.body ?? refuse('malformed_body')) as ReadBody
        const sender = senders.get(request)?.receiverId ?? null
        const taken = intake.take({ format, body, bytes, sender, batchId: batchIdOf(request) })
        if (taken === 'too_many') refuse('body_too_large')
        if (taken === 'elsewhere') throw new Refusal('readings_elsewhere', undefined, { 'retry-after': '1' })
        if (taken === 'full') throw new Refusal('too_many_requests', undefined, { 'retry-after': '1' })
        return reply.code(202).send({ success: true, data: taken })
      },
    })
  }
}

function batchIdOf({ headers }: FastifyRequest): string | null {
  const given = headers['idempotency-key']
  if (given === undefined) return null
  if (typeof given === 'string' && batchIdPattern.test(given)) return given
  throw new Refusal('validation_failed', [{ path: 'Idempotency-Key', message: '1 to 128 visible ASCII characters' }])
}

/** The bytes name the batch. Only named fields are read and nothing is copied from the body, so any key may be in it. */
function keepBytes(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes: Buffer, done) => {
    try {
      done(null, { bytes, value: JSON.parse(bytes.toString()) } satisfies ReadBody)
    } catch {
      done(new Refusal('malformed_body'))
    }
  })
}
