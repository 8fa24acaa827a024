// aBroker(): a real MQTT broker on a free port of this machine, and a client that publishes to it.
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { Aedes } from 'aedes'
import { connectAsync } from 'mqtt'

export type Broker = {
  readonly url: string
  readonly port: number
  publish(topic: string, message: unknown): Promise<void>
  /** Connections so far. */
  attempts(): number
  /** How many clients have subscribed to something. */
  subscribers(): number
  stop(): Promise<void>
}

export async function aBroker({ port = 0, password }: { port?: number; password?: string } = {}): Promise<Broker> {
  const aedes = await Aedes.createBroker()
  const subscribed = new Set<string>()
  aedes.on('subscribe', (_, client) => subscribed.add(client.id))
  aedes.on('clientDisconnect', (client) => subscribed.delete(client.id))
  if (password !== undefined)
    aedes.authenticate = (_client, user, given, done) =>
      done(null, user === 'rollcall' && given?.toString() === password)
  const server = createServer(aedes.handle)
  const sockets = new Set<Socket>()
  let attempts = 0
  server.on('connection', () => attempts++)
  server.on('connection', (socket) => sockets.add(socket.once('close', () => sockets.delete(socket))))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const taken = (server.address() as AddressInfo).port
  const credentials = password === undefined ? '' : `rollcall:${encodeURIComponent(password)}@`
  const url = `mqtt://${credentials}127.0.0.1:${taken}`
  const client = await connectAsync(url)
  return {
    url,
    port: taken,
    async publish(topic, message) {
      const payload = Buffer.isBuffer(message) ? message : JSON.stringify(message)
      await client.publishAsync(topic, payload, { qos: 1 })
    },
    attempts: () => attempts,
    subscribers: () => subscribed.size,
    async stop() {
      await client.endAsync(true)
      await new Promise<void>((resolve) => aedes.close(resolve))
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
