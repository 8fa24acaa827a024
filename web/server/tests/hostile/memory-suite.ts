// PX-17, PX-18: what a large answer, or all that the relay tells, costs a process that has only just begun and come to rest.
import { randomBytes } from 'node:crypto'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { startBench } from '../bench/bench.ts'
import { eventually } from '../bench/eventually.ts'
import { openSocket, requestBytes } from '../bench/raw-http.ts'
import { settled } from './settled.ts'

const megabyte = 1024 * 1024

it('PX-18: 200 MB to a slow reader arrive and are not held', async () => {
  const bench = await startBench()
  const block = randomBytes(megabyte)
  bench.backend.answer = (_request, response) => {
    let left = 200
    const more = () => {
      while (left > 0) {
        left -= 1
        if (!response.write(block)) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  }
  await settled(bench, 50)
  const before = bench.process!.residentBytes()
  let highest = before
  const socket = await openSocket(bench.port)
  let received = 0
  socket.on('data', (chunk) => {
    received += chunk.length
    socket.pause()
    setTimeout(() => socket.resume(), 1)
  })
  socket.write(requestBytes(bench.port, { path: '/api/zones' }))
  const watch = setInterval(() => (highest = Math.max(highest, bench.process!.residentBytes())), 20)
  await eventually(() => received > 200 * megabyte, 60_000)
  clearInterval(watch)
  socket.destroy()
  const grown = Math.round((highest - before) / megabyte)
  console.log(`PX-18: grew by ${grown} to ${Math.round(highest / megabyte)} MB`)
  expect(grown).toBeLessThan(32)
  expect(highest).toBeLessThan(150 * megabyte)
  await bench.stop()
})

it('PX-17: an answer that would burst is not inflated', async () => {
  const bench = await startBench()
  const bomb = gzipSync(Buffer.alloc(1000 * megabyte))
  bench.backend.answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  await settled(bench, 50)
  const before = bench.process!.residentBytes()
  const answer = await bench.send({ path: '/api/zones' })
  expect([answer.status, answer.body.equals(bomb)]).toEqual([200, true])
  expect((bench.process!.residentBytes() - before) / megabyte).toBeLessThan(20)
  await bench.stop()
})

/** Takes every upgrade, and sends so many megabytes after it. */
async function startTalkingRelay(megabytes: number): Promise<string> {
  const block = randomBytes(megabyte / 16)
  const talk = (socket: Socket) => {
    let left = megabytes * 16
    const more = () => {
      while (left > 0) {
        left -= 1
        if (!socket.write(block)) return void socket.once('drain', more)
      }
    }
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    more()
  }
  const server = createServer((socket) => void socket.on('error', () => undefined).once('data', () => talk(socket)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('RT-06: 800 MB that the relay tells pages cost hardly a collection of the whole heap', async () => {
  const whole = '!'
  const sabotage = `
    const { PerformanceObserver, constants } = await import('node:perf_hooks')
    const isWhole = ({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR
    new PerformanceObserver((list) => process.stderr.write('${whole}'.repeat(list.getEntries().filter(isWhole).length)))
      .observe({ entryTypes: ['gc'] })`
  const bench = await startBench({ RELAY_URL: await startTalkingRelay(100) }, { sabotage })
  await settled(bench, 50)
  const before = bench.console().length
  const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' }
  const sockets = await Promise.all(Array.from({ length: 8 }, () => openSocket(bench.port)))
  let received = 0
  for (const socket of sockets) {
    socket.on('data', (chunk) => (received += chunk.length))
    socket.write(requestBytes(bench.port, { path: '/connection/websocket', headers: upgrade }))
  }
  await eventually(() => received > 800 * megabyte, 60_000)
  for (const socket of sockets) socket.destroy()
  const collections = bench.console().length - before
  console.log(`RT-06: ${collections} collections of the whole heap`)
  expect(collections).toBeLessThan(4)
  await bench.stop()
})
