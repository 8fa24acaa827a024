// A way to Redis on which publications come late: the socket that subscribes gets everything after a pause, the other at once. So
// the order of two sockets, which is chance on one machine, is the worst one. Used by the tests of nodes on Redis.
import { connect, createServer, type AddressInfo } from 'node:net'

/** Milliseconds. */
const late = 40

export async function lateListener(redisUrl: string): Promise<{ url: string; stop: () => void }> {
  const { hostname, port } = new URL(redisUrl)
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    let isListener = false
    near.on('data', (bytes) => {
      isListener ||= /\bSUBSCRIBE\b/i.test(String(bytes))
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (isListener) setTimeout(() => near.write(bytes), late)
      else near.write(bytes)
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('close', () => other.destroy())
      one.on('error', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => void server.close() }
}
