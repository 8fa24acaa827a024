// Many at once, in small: half-open handshakes, idle strangers, clients that vanish together, wrong keys, slow and fast
// publishers (hostile cases R-FL-14 to 16, R-PB-09, 16, 17, R-TK-06). What is due after ten seconds waits together.
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiKey, aToken, eventually, startRelay, type TestRelay } from './relay-process.ts'
import { aSubscriber, openClient, type RawClient } from './raw-client.ts'

let relay: TestRelay
let witness: RawClient
beforeAll(async () => {
  relay = await startRelay({ RELAY_STALE_CLOSE_DELAY: '8' })
  witness = await aSubscriber(relay, ['global:witness'], 'witness')
})
afterAll(() => relay.stop())

/** A bare connection; `answer` has all that came until the relay closed it. */
function dial(text: string): { socket: Socket; answer: Promise<string> } {
  const socket = connect(relay.port, '127.0.0.1', () => socket.write(text))
  let answer = ''
  socket.on('data', (chunk) => (answer += String(chunk)))
  socket.on('error', () => {})
  return { socket, answer: new Promise((resolve) => socket.once('close', () => resolve(answer))) }
}

async function witnessIsServed(data: string): Promise<void> {
  await relay.api('publish', { channel: 'global:witness', data })
  await eventually(() => witness.publications('global:witness').includes(data))
}

const onlyTheWitness = () => eventually(async () => (await relay.metric('centrifugo_node_num_clients')) === 1)

describe.concurrent('who takes their time', () => {
  it('with the handshake is dropped', { timeout: 60_000 }, async () => {
    const half = 'GET /connection/websocket HTTP/1.1\r\nHost: relay\r\nUpgrade: websocket\r\n'
    const answers = await Promise.all(Array.from({ length: 100 }, () => dial(half).answer))
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 101'))).toEqual([])
  })

  it('with the body of a publication is dropped, and nothing is published', { timeout: 60_000 }, async () => {
    const body = '{"channel":"global:witness","data":"too slow"}'
    const head = `POST /api/publish HTTP/1.1\r\nHost: relay\r\nX-API-Key: ${apiKey}\r\nContent-Length: ${body.length}\r\n\r\n`
    const { socket, answer } = dial(head)
    let sent = 0
    const dripping = setInterval(() => {
      if (sent < body.length - 1) socket.write(body.charAt(sent++))
    }, 400)
    const said = await answer
    clearInterval(dripping)
    expect(said).toMatch(/^$|^HTTP\/1.1 408 /)
    expect(witness.publications('global:witness')).not.toContain('too slow')
  })

  it('with the connect command is closed with 3502', { timeout: 60_000 }, async () => {
    const strangers = await Promise.all(Array.from({ length: 100 }, () => openClient(relay)))
    const ends = await Promise.all(strangers.map(({ closed }) => closed))
    expect(new Set(ends.map(({ code }) => code))).toEqual(new Set([3502]))
  })
})

it('clients that vanish together leave nothing behind and disturb nobody', async () => {
  const clients = await Promise.all(
    Array.from({ length: 200 }, (_, at) => aSubscriber(relay, [`floor:${at % 7}`, 'global:all'], `user-${at}`)),
  )
  for (const { socket } of clients) socket.terminate()
  await witnessIsServed('after the storm')
  await onlyTheWitness()
  expect((await relay.api('channels', {})).result).toEqual({ channels: { 'global:witness': { num_clients: 1 } } })
})

it('wrong keys do not keep the right one from publishing', async () => {
  const wrong = Array.from({ length: 500 }, (_, at) =>
    relay.post('/api/publish', '{"channel":"global:witness","data":"forged"}', { 'x-api-key': `${apiKey}${at}` }),
  )
  await witnessIsServed('with the right key')
  for (const response of await Promise.all(wrong)) expect(response.status).toBe(401)
  expect(witness.publications('global:witness')).not.toContain('forged')
})

it('a fast publisher is served completely and in order', async () => {
  const reader = await aSubscriber(relay, ['global:flood'], 'reader')
  const count = 2_000
  const requests = Array.from({ length: count }, (_, serial) => {
    const body = `{"channel":"global:flood","data":${serial}}`
    return `POST /api/publish HTTP/1.1\r\nHost: relay\r\nX-API-Key: ${apiKey}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  })
  const { socket } = dial(requests.join(''))
  await eventually(() => reader.publications('global:flood').length === count)
  expect(reader.publications('global:flood')).toEqual(Array.from({ length: count }, (_, serial) => serial))
  socket.destroy()
  await reader.close()
})

it('a token with any one bit changed is refused for good', async () => {
  const token = aToken()
  const flipped = Array.from({ length: 100 }, (_, at) => {
    const place = Math.floor((at / 100) * token.length)
    const other = String.fromCharCode(token.charCodeAt(place) ^ (1 << (at % 6)))
    return token.slice(0, place) + other + token.slice(place + 1)
  })
  const clients = await Promise.all(flipped.map(() => openClient(relay)))
  clients.forEach((client, at) => client.send(JSON.stringify({ id: 1, connect: { token: flipped[at] } })))
  const ends = await Promise.all(clients.map(({ closed }) => closed))
  expect(new Set(ends.map(({ code }) => code))).toEqual(new Set([3500]))
})
