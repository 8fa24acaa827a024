// Reads the request that opens a stream: which transport and format, and the commands that came with it.
import type { Format, Frame } from '../../protocol/format.ts'
import { jsonFormat } from '../../protocol/json-codec.ts'
import { asText, readBytes, refuseBody, type BodyLimits } from '../../transport/request-body.ts'
import { protobufFormat } from '../protobuf/protobuf-codec.ts'
import type { StreamTransport } from './stream-link.ts'
import { uniFormat } from './uni-format.ts'

export type Opening = { transport: StreamTransport; format: Format; frame: Frame }

const transports: Record<string, StreamTransport> = { '/connection/sse': 'sse', '/connection/uni_sse': 'uni_sse' }

/** The answer itself when the request is refused. */
export async function readOpening(request: Request, path: string, limits: BodyLimits): Promise<Opening | Response> {
  const transport = transports[path] ?? 'http_stream'
  const format = transport === 'uni_sse' ? uniFormat : jsonFormat
  if (request.method === 'GET') {
    const start = request.url.indexOf('?')
    const asked = start === -1 ? null : new URLSearchParams(request.url.slice(start)).get('cf_connect')
    // Who only listens may have nothing to say.
    const frame = asked || (transport === 'uni_sse' ? '{}' : null)
    return frame === null ? new Response('Bad Request', { status: 400 }) : { transport, format, frame }
  }
  const body = await readBytes(request, limits)
  if (!(body instanceof Uint8Array)) return refuseBody(body)
  if (transport === 'http_stream' && isBinary(request)) return { transport, format: protobufFormat, frame: body }
  const frame = asText(body)
  return typeof frame === 'string' ? { transport, format, frame } : refuseBody(frame)
}

export const isBinary = ({ headers }: Request) => headers.get('content-type') === 'application/octet-stream'
