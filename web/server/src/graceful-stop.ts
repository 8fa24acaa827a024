// Stops a server without a failed request: the listener closes at once, every answer says `Connection: close`, and a connection
// that is idle is closed only after its client had time to use it once more and be told.
import type { IncomingMessage, Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** How long idle connections are kept, and how long anything may take, milliseconds. */
const idleGraceMs = 1000
const deadlineMs = 9500

export function createGracefulStop(server: Server, lifecycle: { stopping: boolean }): () => Promise<void> {
  let stopped: Promise<void> | null = null
  // Opened ahead of need and never used: Node does not count these as idle.
  const unused = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', (request: IncomingMessage) => unused.delete(request.socket))

  const stop = async () => {
    lifecycle.stopping = true
    // Not http's own close(): it would cut idle connections while a request may be on its way on one of them.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
    const closeIdle = () => {
      server.closeIdleConnections()
      for (const socket of unused) socket.destroy()
    }
    let sweeper: NodeJS.Timeout | undefined
    const grace = setTimeout(() => {
      closeIdle()
      sweeper = setInterval(closeIdle, 50)
    }, idleGraceMs)
    const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs)
    await closed
    clearTimeout(grace)
    clearTimeout(deadline)
    clearInterval(sweeper)
    // Ends the interval that watches for slow headers; nothing is listening any more.
    server.close()
  }
  return () => (stopped ??= stop())
}
