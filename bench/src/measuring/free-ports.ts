// Ports on loopback for things that must know their address before they start: of the tests of every room and of the measurements.
import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:net'

/** Below what a system gives to connections (32768 upwards): with thousands of them one takes such a port before it is used. */
const lowest = 20_000
const highest = 32_000

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}

export async function freePorts(count: number): Promise<number[]> {
  const taken = new Map<number, Server>()
  while (taken.size < count) {
    const port = randomInt(lowest, highest)
    const server = taken.has(port) ? null : await listening(port)
    if (server !== null) taken.set(port, server)
  }
  await Promise.all([...taken.values()].map((server) => new Promise((resolve) => server.close(resolve))))
  return [...taken.keys()]
}

function listening(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
