// PX-17, PX-18: what a large answer costs a process that has only just begun and come to rest.
import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
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
