// Large JSON answers to reads are compressed for whoever takes it: a muster board of thousands goes over radio to dozens of phones
// (rules 9). In zlib's threads, not in ours. The server layer passes them on as they are (rules 4). Called by create-app.ts.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Below it, headers weigh more than what would be saved. */
const leastBytes = 1024
const compress = promisify(gzip)

export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isCompressible(request, reply) || typeof payload !== 'string' || payload.length < leastBytes) return payload
    reply.header('vary', 'Accept-Encoding')
    if (!takesGzip(request.headers['accept-encoding'])) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return compress(payload)
  })
}

/** Not what carries a secret in its path, beside which a guess could be placed; not what has a tag, which names these very bytes. */
function isCompressible({ method, routeOptions }: FastifyRequest, reply: FastifyReply): boolean {
  const { row } = routeOptions.config
  const isRead = (method === 'GET' || method === 'HEAD') && row !== undefined && row.secret.length === 0
  return isRead && !reply.hasHeader('etag') && String(reply.getHeader('content-type')).startsWith('application/json')
}

/** Only what is named counts; a weight of zero means: not that. */
export function takesGzip(accepted: string | string[] | undefined): boolean {
  const codings = String(accepted ?? '').split(',')
  return codings.some((coding) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/i.test(coding))
}
