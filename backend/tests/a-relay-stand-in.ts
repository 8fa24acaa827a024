// aRelayStandIn(): a small HTTP server that takes publications as the relay does and keeps them; it can also stall or refuse.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Publication = {
  channel: string
  data: { type: string; data: unknown[] }
  key: string | undefined
  once: string | undefined
}
/** `take-silently`: the answer never comes. */
type Mood = 'take' | 'take-silently' | 'stall' | 'refuse' | 'error-in-200'

export async function aRelayStandIn() {
  const publications: Publication[] = []
  const stalled = new Set<ServerResponse>()
  let requests = 0
  let mood: Mood = 'take'
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    requests++
    let text = ''
    for await (const part of request) text += String(part)
    if (mood === 'stall') return void stalled.add(response)
    if (mood === 'refuse') return void response.writeHead(401).end()
    if (mood === 'error-in-200') return void response.end('{"error":{"code":102,"message":"unknown channel"}}')
    const { channel, data, idempotency_key: once } = JSON.parse(text) as Publication & { idempotency_key?: string }
    publications.push({ channel, data, key: request.headers['x-api-key'] as string | undefined, once })
    if (mood === 'take-silently') return void stalled.add(response)
    response.end('{"result":{}}')
  }
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    publications,
    get requests() {
      return requests
    },
    be(next: Mood) {
      mood = next
    },
    async stop() {
      for (const response of stalled) response.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
