// Clients that say exactly what a generated conversation says, by every way that there is, and keep what comes back. Used by the
// differential run.
import { Centrifuge } from 'centrifuge/build/protobuf'
import { WebSocket } from 'ws'
import type { Way } from './clients.ts'
import type { Heard, Words } from './same-words.ts'

type Codec = { encodeCommands: (commands: object[]) => Uint8Array; decodeReplies: (bytes: Uint8Array) => Words[] }
/** The official client's own, which it does not hand out. */
const protobuf = (new Centrifuge('ws://127.0.0.1') as unknown as { _codec: Codec })['_codec']

export type Talker = ReturnType<typeof aTalker>

/** Commands with these ids only show that everything before them was answered. */
const firstFence = 1_000_000

type Ears = { take: (replies: Words[]) => void; end: (words: string) => void; session: () => object }
type Wire = { send: (frame: Frame) => void; close: () => void }
type Frame = string | Uint8Array<ArrayBuffer>

export function aTalker(base: string, way: Way, opening: string | Words[]) {
  const heard: Heard = { client: '', replies: [], end: '' }
  /** Channels by the id of the command that named them. */
  const channels = new Map<number, string>()
  const answered = new Set<number>()
  let session = {}
  let isConnected = false
  let fences = firstFence

  function end(words: string): void {
    if (heard.end === '') heard.end = words
  }

  function hear(reply: Words): void {
    if (heard.end !== '') return
    if (Object.keys(reply).length === 0) return say([{}])
    const { id = 0, connect, push } = reply as { id?: number; connect?: Words; push?: Words }
    answered.add(id)
    if (connect) {
      isConnected = true
      heard.client = String(connect['client'])
      session = { session: connect['session'], node: connect['node'] }
    }
    if (id >= firstFence) return
    const disconnect = push?.['disconnect'] as { code: number; reason: string } | undefined
    if (disconnect) end(`closed ${disconnect.code} ${disconnect.reason}`)
    else heard.replies.push({ reply, channel: channels.get(id) ?? '' })
  }

  const encode = (frame: string | Words[]): Frame => {
    if (typeof frame === 'string') return frame
    for (const { id, ...requests } of frame) {
      const [request] = Object.values(requests) as Words[]
      if (typeof request?.['channel'] === 'string') channels.set(Number(id), request['channel'])
    }
    if (way.format === 'json') return frame.map((command) => JSON.stringify(command)).join('\n')
    return Uint8Array.from(protobuf.encodeCommands(frame.map(withBytes)))
  }
  const take = (replies: Words[]) => replies.forEach(hear)
  const { send, close } = wires[way.transport](base, way, encode(opening), { take, end, session: () => session })

  function say(frame: string | Words[]): void {
    if (heard.end === '') send(encode(frame))
  }

  return {
    heard,
    say,
    /** Nobody knows what becomes of what is said before. */
    isConnected: () => isConnected && heard.end === '',
    hasAnswered: (id: number) => heard.end !== '' || answered.has(id),
    /** The id of a command whose answer shows that all before was answered; 0 where none is taken. */
    fence(): number {
      if (!isConnected || heard.end !== '') return 0
      say([{ id: ++fences, unsubscribe: { channel: 'global:fence' } }])
      return fences
    },
    leave(): void {
      end('left')
      close()
    },
  }
}

const wires = {
  websocket(base: string, { format }: Way, opening: Frame, { take, end }: Ears): Wire {
    const protocols = format === 'protobuf' ? ['centrifuge-protobuf'] : []
    const socket = new WebSocket(`${base.replace('http', 'ws')}/connection/websocket`, protocols)
    socket.on('open', () => socket.send(opening))
    socket.on('message', (data: Buffer) => take(format === 'protobuf' ? protobuf.decodeReplies(data) : linesOf(data)))
    socket.on('close', (code, reason) => end(`closed ${code} ${String(reason)}`))
    socket.on('error', () => {})
    return { send: (frame) => socket.readyState === WebSocket.OPEN && socket.send(frame), close: () => socket.close() }
  },
  http_stream: (base: string, way: Way, opening: Frame, ears: Ears): Wire =>
    streaming(
      `${base}/connection/http_stream`,
      { method: 'POST', headers: typeOf(way), body: opening },
      base,
      way,
      ears,
    ),
  sse: (base: string, way: Way, opening: Frame, ears: Ears): Wire =>
    streaming(`${base}/connection/sse?cf_connect=${encodeURIComponent(String(opening))}`, {}, base, way, ears),
}

const typeOf = ({ format }: Way) => ({
  'content-type': format === 'protobuf' ? 'application/octet-stream' : 'application/json',
})

function streaming(address: string, request: RequestInit, base: string, way: Way, { take, end, session }: Ears): Wire {
  const control = new AbortController()
  let rest = Buffer.alloc(0)
  const reading = (async () => {
    const response = await fetch(address, { ...request, signal: control.signal })
    if (!response.ok) return end(`status ${response.status}`)
    for await (const chunk of response.body ?? []) {
      rest = Buffer.concat([rest, chunk])
      const whole = wholeLength(rest, way)
      const frames = rest.subarray(0, whole)
      rest = rest.subarray(whole)
      take(way.format === 'protobuf' ? protobuf.decodeReplies(frames) : linesOf(frames))
    }
    end('ended')
  })()
  reading.catch(() => end('broken'))

  let sent = Promise.resolve()
  async function emulate(frame: Frame): Promise<void> {
    const body =
      way.format === 'protobuf' ? emulationBytes(session(), frame) : JSON.stringify({ ...session(), data: frame })
    const response = await fetch(`${base}/emulation`, { method: 'POST', headers: typeOf(way), body }).catch(() => null)
    if (response && response.status !== 204) end(`emulation ${response.status}`)
  }
  return {
    // One after the other, as a client does.
    send: (frame) => (sent = sent.then(() => emulate(frame))),
    close: () => control.abort(),
  }
}

/** Bytes that are whole messages. */
function wholeLength(bytes: Buffer, { transport, format }: Way): number {
  if (transport === 'sse') return bytes.lastIndexOf('\n\n') < 0 ? 0 : bytes.lastIndexOf('\n\n') + 2
  if (format === 'json') return bytes.lastIndexOf('\n') + 1
  let end = 0
  for (;;) {
    const [length, start] = varint(bytes, end)
    if (start < 0 || start + length > bytes.length) return end
    end = start + length
  }
}

/** The number and what follows it; -1 when it is not all there. */
function varint(bytes: Buffer, from: number): [number, number] {
  let value = 0
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    value += (byte & 127) * 2 ** (7 * (at - from))
    if (byte < 128) return [value, at + 1]
  }
  return [0, -1]
}

/** Of lines, or of events. */
const linesOf = (bytes: Buffer): Words[] =>
  String(bytes)
    .split('\n')
    .map((line) => line.replace(/^data: /, '').trim())
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Words)

function emulationBytes({ session, node }: { session?: string; node?: string }, data: Frame): Uint8Array<ArrayBuffer> {
  const field = (tag: number, value: string | Uint8Array) => {
    const bytes = Buffer.from(value)
    const length = bytes.length < 128 ? [bytes.length] : [(bytes.length & 127) | 128, bytes.length >> 7]
    return Buffer.concat([Buffer.from([tag, ...length]), bytes])
  }
  return Uint8Array.from(Buffer.concat([field(0x0a, node ?? ''), field(0x12, session ?? ''), field(0x1a, data)]))
}

/** Data is bytes in protobuf. */
function withBytes(command: Words): Words {
  return Object.fromEntries(
    Object.entries(command).map(([name, value]) => {
      if (name === 'data') return [name, new TextEncoder().encode(JSON.stringify(value))]
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
      return [name, isObject ? withBytes(value as Words) : value]
    }),
  )
}
