// HT-04 and HT-09: several requests of every kind on one connection, in any order, and connections that break at any moment. What a
// request leaves behind on its connection is only met by the next one.
import { expect, it } from 'vitest'
import { startBench, type Bench } from '../bench/bench.ts'
import { mutation } from '../bench/callers.ts'
import { eventually } from '../bench/eventually.ts'
import { openSocket, requestBytes } from '../bench/raw-http.ts'
import { fault, passes } from '../bench/trial.ts'
import { settled } from './settled.ts'

const rounds = 2000
const atOnce = 40

it(`HT-04, HT-09: ${rounds} connections of several requests leave nothing behind, and the next visitor is served`, async () => {
  const bench = await startBench({ BACKEND_TIMEOUT_MS: '2000' })
  bench.backend.answer = (request, response) => {
    if (request.url === '/api/slow') setTimeout(() => response.end('{}'), 50)
    else if (request.url === '/api/torn')
      response.writeHead(200, { 'content-length': '9' }).write('{}', () => response.destroy())
    else response.end('{}')
  }
  const { isAlive, openFiles } = bench.process!
  const [files, clients, pieces] = [openFiles(), await bench.clients(), piecesOf(bench)]
  for (let round = 0; round < rounds; round += atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, at) => connection(bench, pieces, round + at)))
  expect(isAlive()).toBe(true)
  // The backend's connections stay.
  await eventually(async () => (await bench.clients()) <= clients && openFiles() < files + 2 * atOnce)
  // What those who left had sent may still be on its way.
  await settled(bench, 200)
  expect(await fault(bench, { path: '/api/zones' }, passes)).toBeNull()
  expect(bench.console()).toBe('')
  await bench.stop()
})

function piecesOf(bench: Bench): Buffer[] {
  const keep = { Connection: 'keep-alive' }
  const upgrade = (to: string) => ({ Connection: 'Upgrade', Upgrade: to })
  const requests = [
    ...['/', '/api/zones', '/api/slow', '/api/torn', '/api/admin/users', '/api/%2e'].map((path) => ({
      path,
      headers: keep,
    })),
    { path: '/api/zones', headers: { ...keep, Expect: 'nothing' } },
    { path: '/x', headers: upgrade('websocket') },
    { path: '/api/zones', headers: upgrade('h2c') },
    { method: 'CONNECT', path: 'a:1' },
    { method: 'HEAD', path: '/api/zones', headers: keep },
    mutation('/api/unlisted', '{}', { headers: { ...keep, ...upgrade('h2c') } }),
    mutation('/api/unlisted', '{}', { headers: { ...keep, Expect: '100-continue' } }),
    mutation('/api/unlisted', '5\r\n"abc"\r\n', { headers: { ...keep, 'Transfer-Encoding': 'chunked' } }),
  ].map((parts) => requestBytes(bench.port, parts))
  return [...requests, ...['NONSENSE\r\n\r\n', '0\r\n\r\n', '\r\n', '\0'].map((text) => Buffer.from(text))]
}

async function connection(bench: Bench, pieces: readonly Buffer[], round: number): Promise<void> {
  // A fixed seed, so that a failure can be repeated.
  let seed = round + 1
  const random = (limit: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % limit
  const pause = (limit: number) => new Promise((resolve) => setTimeout(resolve, random(limit)))
  const socket = await openSocket(bench.port)
  if (random(5) > 0) socket.resume()
  for (let count = 1 + random(5); count > 0 && !socket.destroyed; count -= 1) {
    socket.write(pieces[random(pieces.length)] ?? '')
    if (random(2) === 0) await pause(20)
  }
  await pause(100)
  if (random(2) === 0) socket.resetAndDestroy()
  else socket.destroy()
}
