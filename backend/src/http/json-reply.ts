// Answers of rows as JSON. Large ones to reads are compressed for whoever takes it: a muster board of thousands goes over radio to
// dozens of phones (rules 9), and the server layer passes them on as they are (rules 4). What several requests share is written and
// compressed once. Called by implement.ts.
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { JsonText, type Endpoint } from '@rollcall/contracts/endpoint'

/** Below it, headers weigh more than what would be saved. */
const leastLength = 1024
/** Above it zlib's threads do it. Below it takes a tenth of a millisecond, less than to wake one of them. */
const mostAtOnce = 16 * 1024
/** The lowest that compresses well: half the time of 3, for answers that are 1 to 15 % larger. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const zip = { level: 1 }
const packers = {
  br: {
    now: (text: string) => brotliCompressSync(text, brotli),
    inThread: (text: string) => promisify(brotliCompress)(text, brotli),
  },
  gzip: {
    now: (text: string) => gzipSync(text, zip),
    inThread: (text: string) => promisify<string, typeof zip, Buffer>(gzip)(text, zip),
  },
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
  const pack = packers[coding][written.text.length > mostAtOnce ? 'inThread' : 'now']
  const packed = (written[coding] ??= pack(written.text))
  return reply.header('content-encoding', coding).send(await packed)
}

type Written = { readonly text: string } & { [C in Coding]?: Buffer | Promise<Buffer> }

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
