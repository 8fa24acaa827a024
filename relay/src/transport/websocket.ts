// The WebSocket transport on the runtime's native server: upgrade, frames in, frames out. What is said is the session's matter.
import type { Server, ServerWebSocket, WebSocketHandler } from 'bun'
import { disconnects } from '../protocol/disconnects.ts'
import type { SessionContext } from '../session/session-context.ts'
import { Session } from '../session/session.ts'
import type { Link } from '../session/link.ts'
import type { Admission } from './admission.ts'
import type { AllowedOrigins } from './allowed-origins.ts'
import { clientAddress } from './forwarded.ts'

export type SocketData = { address: string; session?: Session }

/** Hard stop far above the queue limit, in case a look at the queues comes late. */
const backpressureFactor = 8

class WebSocketLink implements Link {
  readonly transport = 'websocket'
  private readonly socket: ServerWebSocket<SocketData>

  constructor(socket: ServerWebSocket<SocketData>) {
    this.socket = socket
  }

  send(frame: string): void {
    this.socket.sendText(frame)
  }

  joinTopic(topic: string): void {
    this.socket.subscribe(topic)
  }

  leaveTopic(topic: string): void {
    this.socket.unsubscribe(topic)
  }

  queuedBytes(): number {
    return this.socket.getBufferedAmount()
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason)
  }
}

export function createWebSocketHandler(context: SessionContext, admission: Admission): WebSocketHandler<SocketData> {
  const { limits, hub, log, metrics } = context
  return {
    maxPayloadLength: limits.messageSize,
    backpressureLimit: limits.queueSize * backpressureFactor,
    closeOnBackpressureLimit: true,
    // Pings are the protocol's own; the session closes what stays silent.
    idleTimeout: 0,
    sendPings: false,
    perMessageDeflate: false,
    open(socket) {
      const session = new Session(new WebSocketLink(socket), context)
      socket.data.session = session
      hub.add(session)
    },
    message(socket, message) {
      const { session } = socket.data
      metrics.received(message.length)
      if (typeof message === 'string') session?.receive(message)
      else session?.disconnect(disconnects.inappropriateProtocol)
    },
    drain: (socket) => socket.data.session?.drained(),
    close(socket) {
      admission.leave(socket.data.address)
      socket.data.session?.closed()
    },
    error(error, socket) {
      log.error({ error: String(error) }, 'a connection failed')
      socket.data.session?.disconnect(disconnects.internal)
    },
  }
}

export type UpgradeOptions = { origins: AllowedOrigins; admission: Admission; isStopping: () => boolean }

/** Undefined when the connection is now a WebSocket. */
export function upgrade(
  request: Request,
  server: Server<SocketData>,
  { origins, admission, isStopping }: UpgradeOptions,
): Response | undefined {
  if (request.method !== 'GET') return new Response(null, { status: 405, headers: { allow: 'GET' } })
  if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') return new Response('Bad Request', { status: 400 })
  if (!origins.allows(request.headers.get('origin'))) return new Response('Forbidden', { status: 403 })
  const address = clientAddress(request.headers, server.requestIP(request)?.address ?? '')
  if (isStopping() || !admission.enter(address)) return new Response('Service Unavailable', { status: 503 })
  // The first sub-protocol that is ours must be echoed, or the client aborts.
  const offered = (request.headers.get('sec-websocket-protocol') ?? '').split(',', 8).map((name) => name.trim())
  const headers = offered.includes('centrifuge-json') ? { 'Sec-WebSocket-Protocol': 'centrifuge-json' } : undefined
  if (server.upgrade(request, { data: { address }, headers })) return undefined
  admission.leave(address)
  return new Response('Bad Request', { status: 400 })
}
