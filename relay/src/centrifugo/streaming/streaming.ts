// The transports for networks that break WebSockets: replies come as one endless response (`/connection/http_stream`,
// `/connection/sse`), commands as separate requests to `/emulation`, which name the connection by a secret.
import { randomUUID } from 'node:crypto'
import type { Server } from 'bun'
import type { Format, Frame } from '../../protocol/format.ts'
import { jsonFormat } from '../../protocol/json-codec.ts'
import { protobufFormat } from '../protobuf/protobuf-codec.ts'
import { Session, type SessionContext } from '../../session/session.ts'
import { answerPreflight, crossOriginHeaders } from './cross-origin.ts'
import { readEmulationRequest, type EmulationRequest } from './emulation-request.ts'
import { clientAddress } from '../../transport/forwarded.ts'
import { asText, readBytes, refuseBody } from '../../transport/request-body.ts'
import { createStreamTopics, StreamLink } from './stream-link.ts'
import type { SocketData, UpgradeOptions } from '../../transport/websocket.ts'

/** Milliseconds for the first commands to arrive. */
const bodyTime = 10_000

/** Seconds in which a client must take the last bytes of its stream. */
const endWithin = 10

const methodsOf: Record<string, string> = {
  '/connection/http_stream': 'POST, OPTIONS',
  '/connection/sse': 'GET, POST, OPTIONS',
  '/emulation': 'POST, OPTIONS',
}

const noBuffering = {
  'x-accel-buffering': 'no',
  'cache-control': 'private, no-cache, no-store, must-revalidate, max-age=0',
  pragma: 'no-cache',
}

/** Said to the node that has the connection, when the commands came to another. */
export const emulationMessage = 'emulation'

type Door = UpgradeOptions & { nodeId: string }
type Opening = { transport: 'http_stream' | 'sse'; format: Format; frame: Frame }

export function createStreaming(context: SessionContext, { origins, admission, isStopping, nodeId }: Door) {
  const topics = createStreamTopics()
  const sessions = new Map<string, Session>()
  const bodyLimits = { size: context.limits.messageSize, time: bodyTime }

  /** Null when the path is none of these. */
  async function handle(request: Request, server: Server<SocketData>, path: string): Promise<Response | null> {
    const methods = methodsOf[path]
    if (!methods) return null
    if (!methods.split(', ').includes(request.method)) {
      return new Response(null, { status: 405, headers: { allow: methods } })
    }
    const headers = crossOriginHeaders(request, origins)
    if (!headers) return new Response('Forbidden', { status: 403 })
    if (request.method === 'OPTIONS') return answerPreflight(headers, methods)
    const answer = path === '/emulation' ? await emulate(request) : await open(request, server, path)
    for (const name in headers) answer.headers.set(name, headers[name] ?? '')
    return answer
  }

  async function open(request: Request, server: Server<SocketData>, path: string): Promise<Response> {
    const opening = await readOpening(request, path)
    if (opening instanceof Response) return opening
    const address = clientAddress(request.headers, () => server.requestIP(request)?.address ?? '')
    if (isStopping() || !admission.enter(address)) return new Response('Service Unavailable', { status: 503 })
    // The protocol's own pings tell who is gone.
    server.timeout(request, 0)
    const { transport, format, frame } = opening
    const emulation = { session: randomUUID(), node: nodeId }
    let isOpen = true
    const end = () => {
      if (!isOpen) return
      isOpen = false
      sessions.delete(emulation.session)
      admission.leave(address)
    }
    const link = new StreamLink({
      transport,
      format,
      emulation,
      topics,
      onDrain: () => sessions.get(emulation.session)?.drained(),
      onGone() {
        sessions.get(emulation.session)?.closed()
        end()
      },
      onEnd() {
        end()
        server.timeout(request, endWithin)
      },
    })
    const session = new Session(link, context)
    sessions.set(emulation.session, session)
    session.opened()
    session.receive(frame)
    const type = transport === 'sse' ? 'text/event-stream; charset=utf-8' : 'application/octet-stream'
    return new Response(link.body, { headers: { ...noBuffering, 'content-type': type } })
  }

  async function readOpening(request: Request, path: string): Promise<Opening | Response> {
    const transport = path === '/connection/sse' ? 'sse' : 'http_stream'
    if (request.method === 'GET') {
      const frame = new URLSearchParams(request.url.slice(request.url.indexOf('?'))).get('cf_connect')
      if (!frame) return new Response('Bad Request', { status: 400 })
      return { transport, format: jsonFormat, frame }
    }
    const body = await readBytes(request, bodyLimits)
    if (!(body instanceof Uint8Array)) return refuseBody(body)
    if (transport === 'http_stream' && isBinary(request)) return { transport, format: protobufFormat, frame: body }
    const frame = asText(body)
    return typeof frame === 'string' ? { transport, format: jsonFormat, frame } : refuseBody(frame)
  }

  /** Whether the session still exists is told to nobody: a client that lost its stream notices by itself. */
  async function emulate(request: Request): Promise<Response> {
    const body = await readBytes(request, bodyLimits)
    if (!(body instanceof Uint8Array)) return refuseBody(body)
    const command = readEmulationRequest(body, isBinary(request))
    if (!command) return new Response('Bad Request', { status: 400 })
    if (command.node === nodeId) receive(command.session, command.frame)
    else {
      const isKnown = await passOn(command).catch(() => null)
      if (isKnown === null) return new Response('Service Unavailable', { status: 503 })
      if (!isKnown) return new Response('Not Found', { status: 404 })
    }
    return new Response(null, { status: 204 })
  }

  function receive(sessionId: string, frame: Frame): void {
    sessions.get(sessionId)?.receive(frame)
  }

  /** False when there is no such node. */
  async function passOn({ node, session, frame }: EmulationRequest): Promise<boolean> {
    const { peers } = context.engine
    if (!peers) return false
    const packed = typeof frame === 'string' ? { session, text: frame } : { session, bytes: frame.toBase64() }
    return peers.tell(node, emulationMessage, JSON.stringify(packed))
  }

  /** What `passOn` of another node sent. */
  function emulateHere(details: string): string {
    const { session, text, bytes } = JSON.parse(details) as { session: string; text?: string; bytes?: string }
    receive(session, text ?? Uint8Array.fromBase64(bytes ?? ''))
    return ''
  }

  return { handle, emulateHere, publish: topics.publish }
}

const isBinary = ({ headers }: Request) => headers.get('content-type') === 'application/octet-stream'
