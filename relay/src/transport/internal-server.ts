// The internal port (`http_server.internal_port`): the HTTP API and the operators' pages on a listener of their own. It is Node's
// server, which holds back requests that come before the one ahead is answered; the runtime's own ends such connections.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../log.ts'
import type { InternalHandler } from './request-handler.ts'

export type InternalServerOptions = {
  port: number
  answer: InternalHandler
  /** Bytes of a request's body. */
  bodySize: number
  log: Log
}

/** Rejects when the port is taken. */
export async function startInternalServer({ port, answer, bodySize, log }: InternalServerOptions): Promise<Server> {
  /** By connection, the last request: the next is begun when that is answered, so that what they do keeps their order. */
  const lastOf = new WeakMap<Socket, Promise<void>>()
  const server = createServer((message, response) => {
    const before = lastOf.get(message.socket) ?? Promise.resolve()
    const own = before.then(() => respond(message, response))
    lastOf.set(message.socket, own)
  })

  async function respond(message: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const request = requestOf(message, bodySize)
      const answered = request
        ? await answer(request, { requestIP: () => addressOf(message) })
        : new Response('Bad Request', { status: 400 })
      const body = new Uint8Array(await answered.arrayBuffer())
      response.setHeaders(answered.headers)
      response.writeHead(answered.status, { 'content-length': body.length }).end(body)
    } catch (error) {
      log.error({ error: String(error) }, 'a request failed')
      response.writeHead(500, { connection: 'close' }).end()
    }
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** Null when its path is not written as it is meant (`/x/../metrics`), which only those do who look for a way around something. */
function requestOf(message: IncomingMessage, bodySize: number): Request | null {
  const { method = 'GET', url = '/', headers } = message
  const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const address = `http://127.0.0.1${url}`
  if (!url.startsWith('/') || !URL.canParse(address) || new URL(address).pathname !== url.split('?')[0]) return null
  return new Request(address, {
    method,
    headers: given,
    // The runtime takes a generator; the standard's own types, which bench/ has, do not know it.
    body: hasBody ? (limited(message, bodySize) as unknown as ReadableStream) : null,
  })
}

/** Read only when asked for, and no further than allowed. */
async function* limited(message: IncomingMessage, size: number): AsyncGenerator<Uint8Array> {
  let read = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    read += chunk.length
    if (read > size) throw new Error('The body is too large.')
    yield chunk
  }
}

const addressOf = ({ socket }: IncomingMessage) => ({
  address: socket.remoteAddress ?? '',
  family: 'IPv4' as const,
  port: socket.remotePort ?? 0,
})
