// A browser that has a floor open: its connection to the relay through the server layer. It counts what comes and reads none of it, so
// that five hundred of them leave the machine to the product. Used by load-bench.ts.
import { floorChannel } from '@rollcall/contracts/channels'
import { WebSocket } from 'ws'
import { origin, relayToken } from '../measuring/product-processes.ts'

export type FloorWatcher = {
  deliveries(): number
  /** What went wrong while nobody waited for it. */
  failure(): Error | null
  stop(): void
}

/** Longer messages are publications. */
const longestPing = 3

export async function watchFloor(port: number, floorId: string, name: string): Promise<FloorWatcher> {
  const relay = new WebSocket(`ws://127.0.0.1:${port}/connection/websocket`, { origin })
  let [deliveries, stopped] = [0, false]
  let failure: Error | null = null
  await new Promise<void>((resolve, reject) => {
    relay.on('error', (error) => {
      failure ??= error
      reject(error)
    })
    relay.on('close', (code) => {
      if (!stopped) failure ??= new Error(`The relay closed the connection of ${name}: ${code}`)
      reject(new Error(`The relay closed the connection of ${name}: ${code}`))
    })
    relay.on('open', () => {
      relay.send(JSON.stringify({ id: 1, connect: { token: relayToken(name), name: 'js' } }))
      relay.send(JSON.stringify({ id: 2, subscribe: { channel: floorChannel(floorId) } }))
    })
    let isLive = false
    relay.on('message', (bytes: Buffer) => {
      if (bytes.length <= longestPing) relay.send('{}')
      else if (isLive) deliveries += 1
      else {
        const text = String(bytes)
        if (text.includes('"error"')) reject(new Error(`The relay refused ${name}: ${text}`))
        isLive = text.includes('"id":2')
        if (isLive) resolve()
      }
    })
  })
  return {
    deliveries: () => deliveries,
    failure: () => failure,
    stop() {
      stopped = true
      relay.terminate()
    },
  }
}
