// Reads the request that opens a stream: which transport and format, and the commands that came with it.
import type { Format, Frame } from '../../protocol/format.ts'
import { jsonFormat } from '../../protocol/json-codec.ts'
import { asText, readBytes, refuseBody, type BodyLimits } from '../../transport/request-body.ts'
import { protobufFormat } from '../protobuf/protobuf-codec.ts'

export type Opening = { transport: 'http_stream' | 'sse'; format: Format; frame: Frame }

/** The answer itself when the request is refused. */
export async function readOpening(request: Request, path: string, limits: BodyLimits): Promise<Opening | Response> {
  const transport = path === '/connection/sse' ? 'sse' : 'http_stream'
  if (request.method === 'GET') {
    const frame = new URLSearchParams(request.url.slice(request.url.indexOf('?'))).get('cf_connect')
    if (!frame) return new Response('Bad Request', { status: 400 })
    return { transport, format: jsonFormat, frame }
  }
  const body = await readBytes(request, limits)
  if (!(body instanceof Uint8Array)) return refuseBody(body)
  if (transport === 'http_stream' && isBinary(request)) return { transport, format: protobufFormat, frame: body }
  const frame = asText(body)
  return typeof frame === 'string' ? { transport, format: jsonFormat, frame } : refuseBody(frame)
}

export const isBinary = ({ headers }: Request) => headers.get('content-type') === 'application/octet-stream'
