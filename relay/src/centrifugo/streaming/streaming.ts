// The transports for networks that break WebSockets: replies come as one endless response (`/connection/http_stream`,
// `/connection/sse`), commands as separate requests to `/emulation`, which name the connection by a secret.
import { randomUUID } from 'node:crypto'
import type { Server } from 'bun'
import { Session, type SessionContext } from '../../session/session.ts'
import { headersToKeep } from '../../transport/forwarded.ts'
import type { SocketData, UpgradeOptions } from '../../transport/websocket.ts'
import { answerPreflight, crossOriginHeaders } from './cross-origin.ts'
import { createEmulation } from './emulation.ts'
import { readOpening } from './opening.ts'
import { createStreamTopics, StreamLink } from './stream-link.ts'

/** Milliseconds for the first commands to arrive. */
const bodyTime = 10_000

/** Seconds in which a client must take the last bytes of its stream. */
const endWithin = 10

const methodsOf: Record<string, string> = {
  '/connection/http_stream': 'POST, OPTIONS',
  '/connection/sse': 'GET, POST, OPTIONS',
  '/connection/uni_sse': 'GET, POST, OPTIONS',
  '/emulation': 'POST, OPTIONS',
}

const noBuffering = {
  'x-accel-buffering': 'no',
  'cache-control': 'private, no-cache, no-store, must-revalidate, max-age=0',
  pragma: 'no-cache',
}

type StreamingOptions = UpgradeOptions & { nodeId: string }

export function createStreaming(context: SessionContext, options: StreamingOptions) {
  const { origins, admission, peers, isStopping, nodeId } = options
  const topics = createStreamTopics()
  const sessions = new Map<string, Session>()
  const bodyLimits = { size: context.limits.messageSize, time: bodyTime }
  const emulation = createEmulation({
    nodeId,
    engine: context.engine,
    bodyLimits,
    receive: (session, frame) => sessions.get(session)?.receive(frame),
  })

  async function open(request: Request, server: Server<SocketData>, path: string): Promise<Response> {
    const opening = await readOpening(request, path, bodyLimits)
    if (opening instanceof Response) return opening
    const address = peers.clientAddress(request.headers, () => server.requestIP(request)?.address ?? '')
    if (isStopping() || !admission.enter(address)) return new Response('Service Unavailable', { status: 503 })
    // The protocol's own pings find out who is gone.
    server.timeout(request, 0)
    const { transport, format, frame } = opening
    const secret = randomUUID()
    /** Once, however it ends: the client may go while its last bytes are on their way. */
    const end = () => sessions.delete(secret) && admission.leave(address, isIdentified)
    let isIdentified = false
    const link = new StreamLink({
      transport,
      format,
      emulation: { session: secret, node: transport === 'uni_sse' ? '' : nodeId },
      headers: headersToKeep(request, options.keptHeaders),
      topics,
      onIdentified() {
        isIdentified = true
        admission.identified(address)
      },
      onDrain: () => sessions.get(secret)?.drained(),
      onGone() {
        sessions.get(secret)?.closed()
        end()
      },
      onEnd() {
        end()
        server.timeout(request, endWithin)
      },
    })
    const session = new Session(link, context)
    sessions.set(secret, session)
    session.opened()
    session.receive(frame)
    const type = transport === 'http_stream' ? 'application/octet-stream' : 'text/event-stream; charset=utf-8'
    return new Response(link.body, { headers: { ...noBuffering, 'content-type': type } })
  }

  return {
    /** Null when the path is none of these. */
    async handle(request: Request, server: Server<SocketData>, path: string): Promise<Response | null> {
      const methods = methodsOf[path]
      if (!methods) return null
      if (!methods.split(', ').includes(request.method)) {
        return new Response(null, { status: 405, headers: { allow: methods } })
      }
      const headers = crossOriginHeaders(request, origins)
      if (!headers) return new Response('Forbidden', { status: 403 })
      if (request.method === 'OPTIONS') return answerPreflight(headers, methods)
      const answer = path === '/emulation' ? await emulation.handle(request) : await open(request, server, path)
      for (const name in headers) answer.headers.set(name, headers[name] ?? '')
      return answer
    },
    emulateFromPeer: emulation.fromPeer,
    publish: topics.publish,
  }
}
