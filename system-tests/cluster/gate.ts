// A gate in front of a server: while it is shut nothing comes through, and nobody is told, as when a cable is pulled.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type Gate = {
  readonly port: number
  shut(): void
  /** What was connected through it before is gone. */
  open(): void
  stop(): Promise<void>
}

export async function aGate(toPort: number): Promise<Gate> {
  const sockets = new Set<Socket>()
  let isShut = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    keep(near)
    if (isShut) return
    const far = connect(toPort, '127.0.0.1')
    keep(far)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => void (isShut || to.write(bytes)))
      from.once('close', () => void (isShut || to.destroy()))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endAll = () => sockets.forEach((socket) => socket.destroy())
  return {
    port: (server.address() as AddressInfo).port,
    shut() {
      isShut = true
    },
    open() {
      endAll()
      isShut = false
    },
    async stop() {
      endAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
