// The WebSocket transport on the runtime's native server: upgrade, frames in, frames out. What is said is the session's matter.
import type { Server, ServerWebSocket, WebSocketHandler } from 'bun'
import { disconnects, isReconnectCode } from '../protocol/disconnects.ts'
import type { Format, Frame } from '../protocol/format.ts'
import { jsonFormat } from '../protocol/json-codec.ts'
import { protobufFormat } from '../centrifugo/protobuf/protobuf-codec.ts'
import { uniFormat } from '../centrifugo/streaming/uni-format.ts'
import { Session, type SessionContext } from '../session/session.ts'
import type { Link } from '../hub/link.ts'
import type { Admission } from './admission.ts'
import type { AllowedOrigins } from './allowed-origins.ts'
import { headersToKeep } from './forwarded.ts'
import type { Peers } from './peers.ts'

/** Hard stop far above the queue limit, in case a check of the queues comes late. */
const backpressureFactor = 8

/** What is the same for all; one object, because there are many connections. */
type Common = Pick<UpgradeOptions, 'admission' | 'compresses'>

/** What the runtime keeps for us with the socket; made before there is one. */
export type SocketData = WebSocketLink

class WebSocketLink implements Link {
  readonly address: string
  readonly format: Format
  readonly headers: Link['headers']
  readonly ping: (() => void) | undefined
  session: Session | undefined = undefined
  isIdentified = false
  private readonly common: Common
  private socket!: ServerWebSocket<SocketData>

  constructor(address: string, { format, usesFramePings }: Negotiated, common: Common, kept: Link['headers']) {
    this.address = address
    this.format = format
    this.headers = kept
    this.common = common
    this.ping = usesFramePings ? () => void this.socket.ping() : undefined
  }

  get transport(): 'websocket' | 'uni_websocket' {
    return this.isUnidirectional ? 'uni_websocket' : 'websocket'
  }

  get isUnidirectional(): boolean {
    return this.format.name === 'uni'
  }

  opened(socket: ServerWebSocket<SocketData>, session: Session): void {
    this.socket = socket
    this.session = session
  }

  identified(): void {
    this.isIdentified = true
    this.common.admission.identified(this.address)
  }

  send(frame: Frame): void {
    this.socket.send(frame, this.common.compresses)
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
    if (this.isUnidirectional)
      this.send(this.format.push({ disconnect: { code, reason, reconnect: isReconnectCode(code) } }))
    this.socket.close(code, reason)
  }
}

/** Of who only listens. */
class ListenerLink extends WebSocketLink {
  /** Told to it at connect. */
  readonly emulation = { session: crypto.randomUUID(), node: '' }
  /** The connect request that came in the address. */
  readonly opening: string | null

  constructor(address: string, negotiated: Negotiated, common: Common, kept: Link['headers']) {
    super(address, negotiated, common, kept)
    this.opening = negotiated.opening ?? null
  }
}

export function createWebSocketHandler(
  context: SessionContext,
  admission: Admission,
  compresses: boolean,
): WebSocketHandler<SocketData> {
  const { limits, log } = context
  return {
    maxPayloadLength: limits.messageSize,
    backpressureLimit: limits.queueSize * backpressureFactor,
    closeOnBackpressureLimit: true,
    // Pings are the protocol's own; the session closes what stays silent.
    idleTimeout: 0,
    sendPings: false,
    // Each message by itself: a memory of earlier ones would cost more than a connection does.
    perMessageDeflate: compresses && { compress: 'shared', decompress: 'shared' },
    open(socket) {
      const session = new Session(socket.data, context)
      socket.data.opened(socket, session)
      session.opened()
      if (socket.data instanceof ListenerLink && socket.data.opening !== null) session.receive(socket.data.opening)
    },
    message: (socket, message) => socket.data.session?.receive(message),
    // The runtime has queued the pong already. Who goes on after being told to read is cut off.
    ping(socket) {
      const { session } = socket.data
      if (socket.getBufferedAmount() <= limits.queueSize || !session) return
      if (session.status === 'evicted') socket.terminate()
      else session.evict()
    },
    pong: (socket) => socket.data.session?.linkPonged(),
    drain: (socket) => socket.data.session?.drained(),
    close(socket) {
      admission.leave(socket.data.address, socket.data.isIdentified)
      socket.data.session?.closed()
    },
    error(error, socket) {
      log.error({ error: String(error) }, 'a connection failed')
      socket.data.session?.disconnect(disconnects.internal)
    },
  }
}

export type UpgradeOptions = {
  origins: AllowedOrigins
  admission: Admission
  peers: Peers
  isStopping: () => boolean
  compresses: boolean
  /** Names of headers that backends are told. */
  keptHeaders: ReadonlySet<string>
}

/** Undefined when the connection is now a WebSocket. */
export function upgrade(
  request: Request,
  server: Server<SocketData>,
  options: UpgradeOptions,
  negotiate = negotiateBoth,
): Response | undefined {
  const { origins, admission, peers, isStopping, keptHeaders } = options
  if (request.method !== 'GET') return new Response(null, { status: 405, headers: { allow: 'GET' } })
  if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') return new Response('Bad Request', { status: 400 })
  if (!origins.allows(request.headers.get('origin'))) return new Response('Forbidden', { status: 403 })
  const address = peers.clientAddress(request.headers, () => server.requestIP(request)?.address ?? '')
  if (isStopping() || !admission.enter(address)) return new Response('Service Unavailable', { status: 503 })
  const negotiated = negotiate(request)
  const { subProtocol } = negotiated
  const headers = subProtocol ? { 'Sec-WebSocket-Protocol': subProtocol } : undefined
  const kind = negotiated.format.name === 'uni' ? ListenerLink : WebSocketLink
  const data = new kind(admission.known(address), negotiated, options, headersToKeep(request, keptHeaders))
  if (server.upgrade(request, { data, headers })) return undefined
  admission.leave(address, false)
  return new Response('Bad Request', { status: 400 })
}

type Negotiated = { format: Format; usesFramePings: boolean; subProtocol?: string; opening?: string | null }

/** What the official client asks for in JSON. */
const plainJson: Negotiated = { format: jsonFormat, usesFramePings: false }

/** The sub-protocol that is ours must be echoed, or the client aborts; the query decides for clients that cannot name one. */
function negotiateBoth(request: Request): Negotiated {
  const header = request.headers.get('sec-websocket-protocol')
  const start = request.url.indexOf('?')
  if (header === null && start === -1) return plainJson
  const offered = (header ?? '').split(',', 8).map((name) => name.trim())
  const subProtocol = ['centrifuge-json', 'centrifuge-protobuf'].find((name) => offered.includes(name))
  const query = new URLSearchParams(start === -1 ? '' : request.url.slice(start))
  const asked = [subProtocol, query.get('format'), query.get('cf_protocol')]
  const isBinary = asked.includes('centrifuge-protobuf') || asked.includes('protobuf')
  // For programs such as wscat, which answer pings of the WebSocket and know no others.
  const usesFramePings = query.get('cf_ws_frame_ping_pong') === 'true'
  return { format: isBinary ? protobufFormat : jsonFormat, usesFramePings, subProtocol }
}

/** For clients that only listen: their connect request is in the address, or is the first frame. */
export function negotiateUni({ url }: Request): Negotiated {
  const start = url.indexOf('?')
  const opening = start === -1 ? null : new URLSearchParams(url.slice(start)).get('cf_connect')
  return { format: uniFormat, usesFramePings: true, opening: opening || null }
}
