// Lets the client toward the backend read one answer before the first visitor needs it: V8 compiles its parser then, for a third
// of a second and with 36 MB for that time. Called by main.ts at start; measured in docs/decisions/0006-proxy-latency.md.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'undici'

/** From a server of its own on a free port of this machine; the backend need not be there yet and hears nothing of it. */
export async function warmUpClient(): Promise<void> {
  const server = createServer((_request, response) => response.end('{}'))
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const { body } = await request(`http://127.0.0.1:${port}/`, { reset: true })
    await body.dump()
  } finally {
    server.close()
  }
}
