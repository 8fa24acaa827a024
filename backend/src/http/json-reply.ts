// Answers of rows as JSON. Large ones to reads are compressed for whoever takes it: a muster board of thousands goes over radio to
// dozens of phones (rules 9); in zlib's threads, and the server layer passes them on as they are (rules 4). What several requests
// share is written and compressed once. Called by implement.ts.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { JsonText, type Endpoint } from '@rollcall/contracts/endpoint'

/** Below it, headers weigh more than what would be saved. */
const leastLength = 1024
/** Smaller than gzip makes it, in no more time. */
const brotliQuality = 3
const packers = {
  br: (text: string) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: promisify<string, Buffer>(gzip),
} as const
type Coding = keyof typeof packers

export async function sendJson(request: FastifyRequest, reply: FastifyReply, row: Endpoint, data: unknown) {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const written = writtenOf(data)
  reply.type('application/json; charset=utf-8')
  // Not what has a secret in its path or answer, beside which a guess could be placed whose length would tell (BREACH); and nothing that is
  // read repeats what was asked (tests/compression.test.ts).
  const holdsSecret = row.secret.length > 0 || row.secretReply
  if (!isRead || holdsSecret || written.text.length < leastLength) return reply.send(written.text)
  reply.header('vary', 'Accept-Encoding')
  const coding = codingFor(request.headers['accept-encoding'])
  if (coding === null) return reply.send(written.text)
  const packed = (written[coding] ??= packers[coding](written.text))
  return reply.header('content-encoding', coding).send(await packed)
}

type Written = { readonly text: string } & { [C in Coding]?: Promise<Buffer> }

/** As long as somebody holds the data. */
const shared = new WeakMap<object, Written>()

function writtenOf(data: unknown): Written {
  const isObject = typeof data === 'object' && data !== null
  const earlier = isObject ? shared.get(data) : undefined
  if (earlier) return earlier
  const written = { text: `{"success":true,"data":${data instanceof JsonText ? data.text : JSON.stringify(data)}}` }
  if (isObject) shared.set(data, written)
  return written
}

/** Only what is named counts; a weight of zero means: not that. */
export function codingFor(accepted: string | string[] | undefined): Coding | null {
  const named = new Set<string>()
  for (const part of String(accepted ?? '').split(',')) {
    const [, name = ''] = /^\s*(br|gzip)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/i.exec(part) ?? []
    named.add(name.toLowerCase())
  }
  return named.has('br') ? 'br' : named.has('gzip') ? 'gzip' : null
}
