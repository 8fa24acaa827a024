// HT-04 and HT-09: several requests of every kind on one connection, in any order, and connections that break at any moment. What a
// request leaves behind on its connection is only met by the next one.
import { eventually } from '../bench/eventually.ts'
import { openSocket, requestBytes } from '../bench/raw-http.ts'
import { settled } from './settled.ts'
import type { Bench } from './trial.ts'

const rounds = 2000
const atOnce = 40

export async function sequenceCases(bench: Bench): Promise<void> {
  bench.backend.answer = (request, response) => {
    if (request.url === '/api/slow') setTimeout(() => response.end('{}'), 50)
    else if (request.url === '/api/torn')
      response.writeHead(200, { 'content-length': '9' }).write('{}', () => response.destroy())
    else response.end('{}')
  }
  const [files, clients, pieces] = [bench.openFiles(), bench.clients(), piecesOf(bench)]
  for (let round = 0; round < rounds; round += atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, at) => connection(bench, pieces, round + at)))
  bench.note('HT-04', `${rounds} connections of several requests`, bench.isAlive() ? null : 'the process is gone')
  // The backend's connections stay.
  const isBack = () => bench.clients() <= clients && bench.openFiles() < files + 2 * atOnce
  await eventually(isBack, 20_000).catch(() => undefined)
  bench.note(
    'HT-09',
    'nothing of them is left',
    isBack() ? null : `${bench.clients()} clients, ${bench.openFiles()} files`,
  )
  // What those who left had sent may still be on its way.
  await settled(bench, 200)
  await bench.attempt(
    'HT-09',
    'and the next visitor is served',
    { path: '/api/zones' },
    { status: [200], forwarded: 1 },
  )
}

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
    bench.mutation('/api/unlisted', '{}', { headers: { ...keep, ...upgrade('h2c') } }),
    bench.mutation('/api/unlisted', '{}', { headers: { ...keep, Expect: '100-continue' } }),
    bench.mutation('/api/unlisted', '5\r\n"abc"\r\n', { headers: { ...keep, 'Transfer-Encoding': 'chunked' } }),
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
