// A browser that has a floor open: its connection to the relay through the server layer. It counts what comes and reads none of it, out of
// one buffer for all, so that five hundred of them leave the machine to the product. Used by load-bench.ts.
import { connect, type Socket } from 'node:net'
import { floorChannel } from '@rollcall/contracts/channels'
import { origin, relayToken } from '../measuring/product-processes.ts'
import { headBytes, maskedFrame, payloadBytes, upgradeRequest } from '../relay/websocket-frames.ts'

export type FloorWatcher = {
  deliveries(): number
  /** What went wrong while nobody waited for it. */
  failure(): Error | null
  stop(): void
}

/** Longer messages are publications. */
const longestPing = 3
const endOfHead = '\r\n\r\n'
/** Whatever comes is counted before the next comes. */
const buffer = Buffer.alloc(64 * 1024)

export async function watchFloor(port: number, floorId: string, name: string): Promise<FloorWatcher> {
  const channel = floorChannel(floorId)
  let [deliveries, stopped, isLive] = [0, false, false]
  let failure: Error | null = null
  let socket: Socket
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => {
      if (!stopped) failure ??= error
      reject(error)
    }
    const take = createMessageCounter((length, text) => {
      if (length <= longestPing) socket.write(maskedFrame('{}'))
      else if (isLive) deliveries += 1
      else {
        if (text.includes('"error"')) fail(new Error(`The relay refused ${name}: ${text}`))
        isLive = text.includes('"id":2')
        if (isLive) resolve()
      }
      // What is said from now on nobody reads.
      return !isLive
    })
    let head = ''
    const taken = (bytes: Buffer) => {
      if (head.endsWith(endOfHead)) return take(bytes)
      const text = head + bytes.toString('latin1')
      const end = text.indexOf(endOfHead)
      if (end === -1) return void (head = text)
      if (!text.startsWith('HTTP/1.1 101')) return fail(new Error(`The upgrade of ${name} was refused: ${text}`))
      socket.write(maskedFrame(JSON.stringify({ id: 1, connect: { token: relayToken(name), name: 'js' } })))
      socket.write(maskedFrame(JSON.stringify({ id: 2, subscribe: { channel } })))
      const rest = bytes.subarray(end + endOfHead.length - head.length)
      head = text.slice(0, end) + endOfHead
      take(rest)
    }
    const callback = (length: number, bytes: Uint8Array) => {
      taken(Buffer.from(bytes.buffer, bytes.byteOffset, length))
      return true
    }
    socket = connect({ host: '127.0.0.1', port, onread: { buffer, callback } })
    socket.on('error', fail).on('close', () => fail(new Error(`The relay closed the connection of ${name}.`)))
    socket.write(upgradeRequest(port, '/connection/websocket', origin))
  })
  return {
    deliveries: () => deliveries,
    failure: () => failure,
    stop() {
      stopped = true
      socket.destroy()
    },
  }
}

/** Takes the bytes of a connection as they come and tells of each whole message how long it is, and what it says as long as `told` answers
 * that it wants to know. */
function createMessageCounter(told: (length: number, text: string) => boolean): (bytes: Buffer) => void {
  const head = Buffer.alloc(10)
  let text = ''
  let isRead = true
  /** Bytes of the head that are there; then of the message those that are not. */
  let [headLength, length, left] = [0, 0, -1]
  return (bytes) => {
    for (let at = 0; at < bytes.length || left === 0;) {
      if (left < 0) {
        head[headLength++] = bytes[at++]!
        if (headLength < 2 || headLength < headBytes(head[1]!)) continue
        length = payloadBytes(head, 0)
        left = length
        headLength = 0
      }
      const part = Math.min(left, bytes.length - at)
      if (isRead) text += bytes.toString('latin1', at, at + part)
      at += part
      left -= part
      if (left > 0) continue
      isRead = told(length, text)
      text = ''
      left = -1
    }
  }
}
