// WebSocket frames and handshakes that break the rules: that connection ends, without an allocation and without a trace.
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, startRelay, type TestRelay } from './relay-process.ts'
import { aSubscriber } from './raw-client.ts'

let relay: TestRelay
beforeAll(async () => {
  relay = await startRelay()
})
afterAll(() => relay.stop())

const upgrade = (more = '') =>
  `GET /connection/websocket HTTP/1.1\r\nHost: relay\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${more}` +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'

/** Everything the relay says to these bytes until it closes the connection. */
function exchange(bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(relay.port, '127.0.0.1', () => socket.write(bytes))
    const tooLong = setTimeout(() => reject(new Error('The connection was not closed.')), 25_000)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.once('close', () => {
      clearTimeout(tooLong)
      resolve(Buffer.concat(chunks))
    })
  })
}

const mask = [1, 2, 3, 4]
const frames: [string, number[]][] = [
  ['an unmasked text', [0x81, 0x02, 0x7b, 0x7d]],
  ['a reserved bit', [0xc1, 0x82, ...mask, 0x7a, 0x7f]],
  ['a reserved opcode', [0x83, 0x82, ...mask, 0x7a, 0x7f]],
  ['a fragmented ping', [0x09, 0x80, ...mask]],
  ['a ping of 126 bytes', [0x89, 0xfe, 0, 126, ...mask, ...Array.from({ length: 126 }, () => 0)]],
  ['a continuation of nothing', [0x80, 0x82, ...mask, 0x7a, 0x7f]],
  ['text that is not UTF-8', [0x81, 0x82, ...mask, 0xc3 ^ 1, 0x28 ^ 2]],
  ['a length of 2^40', [0x81, 0xff, 0, 0, 1, 0, 0, 0, 0, 0, ...mask]],
  ['a length of 2^63', [0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, ...mask]],
  ['a close code that nobody may send', [0x88, 0x82, ...mask, (1005 >> 8) ^ 1, (1005 & 255) ^ 2]],
]

describe('a broken frame', () => {
  it.each(frames)('with %s ends its connection only', async (_, bytes) => {
    const other = await aSubscriber(relay, ['global:all'])
    const answer = await exchange(Buffer.concat([Buffer.from(upgrade()), Buffer.from(bytes)]))
    expect(String(answer)).toMatch(/^HTTP\/1.1 101 /)
    await relay.api('publish', { channel: 'global:all', data: 'still there' })
    await eventually(() => other.publications('global:all').includes('still there'))
    await other.close()
    await eventually(async () => (await relay.metric('centrifugo_node_num_clients')) === 0)
  })

  it('that never ends is cut off at the size limit', async () => {
    const fragment = Buffer.from([0x01, 0xfe, 0x40, 0x00, ...mask, ...Array.from({ length: 0x4000 }, () => 1)])
    const more = Buffer.from(fragment)
    more[0] = 0x00
    const answer = await exchange(
      Buffer.concat([Buffer.from(upgrade()), fragment, ...Array.from({ length: 8 }, () => more)]),
    )
    expect(String(answer)).toMatch(/^HTTP\/1.1 101 /)
  })
})

describe('a broken handshake', () => {
  it.each([
    ['a sub-protocol of 15 KB', `Sec-WebSocket-Protocol: ${'b, '.repeat(5_000)}x\r\n`],
    ['a header of 20 KB', `X-Long: ${'x'.repeat(20_000)}\r\n`],
    ['2,000 headers', Array.from({ length: 2_000 }, (_, index) => `X-${index}: 1\r\n`).join('')],
    [
      '1,000 extension offers',
      `Sec-WebSocket-Extensions: ${'permessage-deflate; server_max_window_bits=99, '.repeat(200)}x\r\n`,
    ],
  ])('with %s does not hurt', async (_, headers) => {
    const head = await new Promise<string>((resolve) => {
      const socket = connect(relay.port, '127.0.0.1', () => socket.write(upgrade(headers)))
      socket.on('error', () => resolve('reset'))
      socket.once('close', () => resolve('closed'))
      socket.once('data', (chunk) => {
        resolve(String(chunk))
        socket.destroy()
      })
    })
    expect(head).toMatch(/^HTTP\/1.1 (101|400|431) |^reset|^closed/)
    expect(head).not.toContain('permessage-deflate')
    expect((await fetch(`${relay.base}/health`)).status).toBe(200)
  })
})
