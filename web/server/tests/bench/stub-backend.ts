// The backend's side of the process boundary: a real HTTP server that records what arrives, byte for byte, and answers as told.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export type Recorded = {
  readonly method: string
  readonly target: string
  readonly rawHeaders: readonly string[]
  readonly headers: IncomingMessage['headers']
  body: Buffer
  /** Turns true when the connection closed before our answer was complete. */
  cancelled: boolean
}

export type Answer = (request: IncomingMessage, response: ServerResponse, recorded: Recorded) => void

export type StubBackend = {
  readonly url: string
  readonly port: number
  readonly requests: Recorded[]
  /** Called when the request's body is complete, unless `early` was set. */
  answer: Answer
  /** Called as soon as the headers are there; gives true when it takes the request over. */
  early: ((request: IncomingMessage, response: ServerResponse) => boolean) | null
  readonly connections: () => number
  readonly close: () => Promise<void>
}

export async function startStubBackend(): Promise<StubBackend> {
  const sockets = new Set<Socket>()
  const server = createServer({ keepAliveTimeout: 60_000, maxHeaderSize: 64 * 1024 }, (request, response) => {
    const recorded: Recorded = {
      method: request.method ?? '',
      target: request.url ?? '',
      rawHeaders: request.rawHeaders,
      headers: request.headers,
      body: Buffer.alloc(0),
      cancelled: false,
    }
    stub.requests.push(recorded)
    response.on('close', () => (recorded.cancelled = !response.writableFinished))
    if (stub.early?.(request, response)) return
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      recorded.body = Buffer.concat(chunks)
      stub.answer(request, response, recorded)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stub: StubBackend = {
    url: `http://127.0.0.1:${port}`,
    port,
    requests: [],
    answer: (_request, response) => answerJson(response, 200, { success: true, data: { from: 'backend' } }),
    early: null,
    connections: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  return stub
}

export function answerJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value))
}
