// What a warden's phone sends and receives: requests with a session, and one connection to the relay, both through the server layer.
// Every byte is counted. Used by warden.ts.
import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { WebSocket } from 'ws'
import { origin, random, relayToken } from '../measuring/product-processes.ts'

export type Answer = { readonly data: unknown; readonly bodyBytes: number }
export type Phone = {
  ask(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body: object | null,
    compressed: boolean,
  ): Promise<Answer>
  /** A success of which nobody looks at what it says: it costs the machine no more than it must. */
  read(path: string): Promise<void>
  /** `heard` is told the version of every announcement. */
  subscribe(channel: string, heard: (version: number) => void): Promise<void>
  /** Both ways, since the start. */
  wireBytes(): number
  stop(): void
}

const inflaters = new Map([
  ['gzip', promisify<Buffer, Buffer>(gunzip)],
  ['br', promisify<Buffer, Buffer>(brotliDecompress)],
])
const browser = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'

let phones = 0

export function createPhone(port: number, token: string, name: string): Phone {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 })
  const sockets = new Set<Socket>()
  const csrf = random()
  const number = phones++
  const session = {
    cookie: `auth_token=${token}; csrf_token=${csrf}`,
    'user-agent': browser,
    // Each at an address of its own, which some limits count.
    'x-forwarded-for': `198.18.${number >> 8}.${number & 255}`,
    'accept-language': 'en-GB,en;q=0.9',
  }
  const changing = { 'content-type': 'application/json', 'x-csrf-token': csrf }
  const send = (method: string, path: string, body: object | null, compressed: boolean) => {
    const taking = compressed ? { 'accept-encoding': 'gzip, deflate, br' } : {}
    const headers = { ...session, ...taking, ...(method === 'GET' ? {} : changing) }
    return new Promise<IncomingMessage>((resolve, reject) => {
      const asking = request({ host: '127.0.0.1', port, method, path, headers, agent }, resolve)
      asking.on('socket', (socket) => sockets.add(socket)).on('error', reject)
      asking.end(body && JSON.stringify(body))
    })
  }
  let relay: WebSocket | null = null
  return {
    async ask(method, path, body, compressed) {
      const answer = await send(method, path, body, compressed)
      const bytes = Buffer.concat(await answer.toArray())
      refuseFailure(path, answer, bytes)
      const inflate = inflaters.get(answer.headers['content-encoding'] ?? '')
      const plain = inflate ? await inflate(bytes) : bytes
      const { data } = plain.length > 0 ? (JSON.parse(String(plain)) as { data: unknown }) : { data: null }
      return { data, bodyBytes: bytes.length }
    },
    async read(path) {
      const answer = await send('GET', path, null, true)
      let last: Buffer | null = null
      answer.on('data', (bytes: Buffer) => (last = bytes))
      await once(answer, 'end')
      refuseFailure(path, answer, last)
    },
    async subscribe(channel, heard) {
      relay = new WebSocket(`ws://127.0.0.1:${port}/connection/websocket`, { origin })
      relay.on('upgrade', ({ socket }) => sockets.add(socket))
      await subscribed(relay, name, channel, heard)
    },
    wireBytes: () => [...sockets].reduce((sum, socket) => sum + socket.bytesRead + socket.bytesWritten, 0),
    stop() {
      relay?.terminate()
      agent.destroy()
    },
  }
}

function refuseFailure(path: string, { statusCode = 0 }: IncomingMessage, bytes: Buffer | null): void {
  if (statusCode < 200 || statusCode > 299) throw new Error(`${path} answered ${statusCode} ${String(bytes)}`)
}

type Told = { push?: { pub?: { data: { data: { version: number } } } }; id?: number; error?: { message: string } }

/** As the application's client does: one connection, one channel, pings answered. */
function subscribed(relay: WebSocket, name: string, channel: string, heard: (version: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    relay.on('error', reject)
    relay.on('open', () => {
      relay.send(JSON.stringify({ id: 1, connect: { token: relayToken(name), name: 'js' } }))
      relay.send(JSON.stringify({ id: 2, subscribe: { channel } }))
    })
    relay.on('message', (bytes: Buffer) => {
      for (const line of String(bytes).split('\n')) {
        const message = JSON.parse(line) as Told
        if (Object.keys(message).length === 0) relay.send('{}')
        if (message.error) reject(new Error(`The relay refused ${name}: ${message.error.message}`))
        if (message.id === 2) resolve()
        const version = message.push?.pub?.data.data.version
        if (version !== undefined) heard(version)
      }
    })
  })
}
