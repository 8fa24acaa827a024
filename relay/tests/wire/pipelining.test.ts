// Requests to the HTTP API that do not wait for each other's answers: all are answered, and delivered, in their order. The relay's
// runtime cannot hold them back on the port of the clients while Redis is asked; its internal port, as Centrifugo has one, can.
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../relay-process.ts'
import { aWireClient, listen } from './clients.ts'
import { api, apiKey, servers, relayWithInternalPort, type WireServer } from './servers.ts'

const kinds = [
  ...servers.filter(({ server }) => server === 'the relay in memory' || server === 'Centrifugo'),
  relayWithInternalPort,
]

const request = (body: string, length = Buffer.byteLength(body)) =>
  `POST /api/publish HTTP/1.1\r\nHost: relay\r\nX-API-Key: ${apiKey}\r\nContent-Length: ${length}\r\n\r\n${body}`

describe.each(kinds)('$server', ({ isMissing, start }) => {
  let server: WireServer
  beforeAll(async () => {
    if (!isMissing) server = await start()
  })
  afterAll(() => server?.stop())

  it.skipIf(isMissing)('answers requests that came in one packet', async () => {
    const one = aWireClient(server, { transport: 'websocket', format: 'json' })
    const heard = listen(one, 'event:pipe')
    one.client.connect()
    await heard.subscription.ready()
    const serials = Array.from({ length: 20 }, (_, serial) => serial)
    const body = (serial: number) =>
      JSON.stringify({ channel: 'event:pipe', data: { serial, text: 'x'.repeat(serial) } })
    const socket = connect(Number(new URL(server.otherBase).port), '127.0.0.1')
    let answers = ''
    socket.on('data', (chunk) => (answers += String(chunk)))
    socket.write(serials.map((serial) => request(body(serial))).join('') + request('{"channel":"event:pipe","da', 500))
    const offsets = () => [...answers.matchAll(/"offset":(\d+)/g)].map(([, offset]) => Number(offset))
    await eventually(() => offsets().length === serials.length && heard.publications.length === serials.length)
    socket.destroy()
    expect(offsets()).toEqual(serials.map((serial) => serial + 1))
    // By their numbers: the client mixes up frames that come at once, when they hold several publications.
    const inOrder = heard.publications.toSorted((one, other) => (one.offset ?? 0) - (other.offset ?? 0))
    expect(inOrder.map(({ data }) => one.plain(data))).toEqual(serials.map((serial) => JSON.parse(body(serial)).data))
  })
})

const onRedis = servers.filter(({ server }) => server === 'the relay on Redis')

describe.each(onRedis)('$server, on the port of the clients', ({ isMissing, start }) => {
  it.skipIf(isMissing)('refuses all that came in one packet, and takes them one after the other', async () => {
    const server = await start()
    const [channel, serials] = ['event:refused', [1, 2, 3]]
    const one = (serial: number) => request(JSON.stringify({ channel, data: { serial } }))
    const socket = connect(Number(new URL(server.otherBase).port), '127.0.0.1')
    let answers = ''
    socket.on('data', (chunk) => (answers += String(chunk)))
    const ended = new Promise((resolve) => socket.once('close', resolve))
    socket.write(serials.map(one).join(''))
    await ended
    expect(answers).toBe('')
    // Taken after all that came before.
    await api(server, 'publish', { channel, data: 'last' })
    const { publications } = await api(server, 'history', { channel, limit: 10 })
    expect(publications).toMatchObject([{ data: 'last', offset: 1 }])
    await server.stop()
  })
})
