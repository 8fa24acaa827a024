// The little of WebSocket that a subscriber needs: the upgrade, whole frames out of a stream, and masked text frames into it.

export type FrameHandler<Owner> = (owner: Owner, opcode: number, bytes: Buffer, from: number, to: number) => void

/** Calls back for every complete frame; gives back how many bytes they took. Makes no garbage: it runs for every delivery. */
export function readFrames<Owner>(owner: Owner, bytes: Buffer, onFrame: FrameHandler<Owner>): number {
  let at = 0
  while (bytes.length - at >= 2) {
    const head = headBytes(bytes[at + 1]!)
    if (bytes.length - at < head) break
    const end = at + head + payloadBytes(bytes, at)
    if (end > bytes.length) break
    onFrame(owner, (bytes[at] ?? 0) & 0x0f, bytes, at + head, end)
    at = end
  }
  return at
}

/** Of a frame as servers send it, without a mask: by its second byte. */
export const headBytes = (second: number) => (second < 126 ? 2 : second === 126 ? 4 : 10)

/** Of the frame whose whole head begins there. */
export function payloadBytes(bytes: Buffer, at: number): number {
  const second = bytes[at + 1]!
  return second < 126 ? second : second === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
}

export const textFrame = 1
export const closeFrame = 8
export const pingFrame = 9
const pongFrame = 10

/** Masked with zeros: valid, and the payload stays as it is. */
export function maskedFrame(text: string, opcode = textFrame): Buffer {
  const payload = Buffer.from(text)
  const head = payload.length < 126 ? [payload.length | 0x80] : [126 | 0x80, payload.length >> 8, payload.length & 0xff]
  return Buffer.concat([Buffer.from([0x80 | opcode, ...head, 0, 0, 0, 0]), payload])
}

export const pongTo = (payload: string) => maskedFrame(payload, pongFrame)

export function upgradeRequest(port: number, path = '/connection/websocket', origin?: string): string {
  return [
    `GET ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version: 13',
    ...(origin === undefined ? [] : [`Origin: ${origin}`]),
    '\r\n',
  ].join('\r\n')
}
