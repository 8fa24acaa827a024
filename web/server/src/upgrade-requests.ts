// What becomes of a request with an Upgrade header: a WebSocket is the relay's business, any other protocol is an offer that is
// ignored (RFC 9110 section 7.8), and answers keep the order of the requests. Node has let go of the connection by then: no
// parser and no error handler is left on it. Called by server.ts.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { RelayUpgrade } from './relay-upgrade.ts'

export type UpgradeRequestOptions = {
  readonly onWebSocket: RelayUpgrade['onUpgrade']
  /** The latest answer under way on this socket, if any. */
  readonly pending: (socket: Socket) => ServerResponse | undefined
}

export function answerUpgradeRequests(server: Server, { onWebSocket, pending }: UpgradeRequestOptions): void {
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const go = () => {
      if (socket.destroyed) return
      if (request.headers.upgrade?.toLowerCase() === 'websocket') onWebSocket(request, socket, head)
      else handBack(server, request, socket, head)
    }
    const earlier = pending(socket)
    if (earlier === undefined) go()
    else earlier.once('close', go)
  })
}

/** The same request once more, without the offer, to a new parser. */
function handBack(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request
  let text = `${method} ${url} HTTP/${httpVersion}\r\n`
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (!/^(?:upgrade|http2-settings)$/i.test(name)) text += `${name}: ${rawHeaders[at + 1]}\r\n`
  }
  socket.unshift(Buffer.concat([Buffer.from(`${text}\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}
