// Takes publications as the relay does and keeps them, with the time at which each came.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Publication {
  /** Absent: no publication but another command. */
  channel?: string
  data: { type: string; data: unknown[] }
  /** Epoch milliseconds. */
  at: number
}

export async function recordPublications() {
  const publications: Publication[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += String(part)))
    request.on('end', () => {
      // The backend also asks how the relay is.
      if (request.method === 'POST' && text) publications.push({ ...(JSON.parse(text) as Publication), at: Date.now() })
      response.end('{"result":{}}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    publications,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
