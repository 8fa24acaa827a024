// Stopping under load without a failed request, and slow or idle connections that must not hold it up.
import { Agent, request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startBench, type Bench } from './bench/bench.ts'
import { eventually } from './bench/eventually.ts'
import { openSocket, requestBytes } from './bench/raw-http.ts'
import { answerNothing } from './bench/shared-bench.ts'

let bench: Bench
beforeEach(async () => {
  bench = await startBench()
  bench.backend.answer = (_request, response) => setTimeout(() => response.end('x'.repeat(2000)), 20)
})
afterEach(() => bench.stop())

type Outcome = 'done' | 'refused' | 'failed'

function get(agent: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    const asked = request({ port: bench.port, path: '/api/zones', agent }, (answer) => {
      let length = 0
      answer.on('data', (chunk: Buffer) => (length += chunk.length))
      answer.on('end', () => resolve(answer.statusCode === 200 && length === 2000 ? 'done' : 'failed'))
      answer.on('error', () => resolve('failed'))
    })
    asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'failed'))
    asked.end()
  })
}

const isRefused = () =>
  openSocket(bench.port).then(
    (socket) => !socket.destroy(),
    () => true,
  )

describe('stopping', () => {
  it('HT-10, F-10: under load fails no request and takes no new connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 20 })
    const outcomes: Outcome[] = []
    const client = async () => {
      for (;;) {
        const outcome = await get(agent)
        outcomes.push(outcome)
        if (outcome !== 'done') return
      }
    }
    const clients = Array.from({ length: 20 }, client)
    await eventually(() => outcomes.length > 200)
    const started = performance.now()
    await bench.finish()
    expect(performance.now() - started).toBeLessThan(9000)
    await Promise.all(clients)
    agent.destroy()
    expect(outcomes.filter((outcome) => outcome === 'failed')).toEqual([])
    expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(20)
  })

  it('HT-10: finishes what is under way and says that the connection closes', async () => {
    let finish = () => {}
    bench.backend.answer = (_request, response) => void (finish = () => response.end('late'))
    const answer = bench.send({ path: '/api/zones', headers: { Connection: 'keep-alive' } })
    await eventually(() => bench.backend.requests.length === 1)
    const closed = bench.finish()
    await eventually(() => isRefused())
    finish()
    const { status, body, ...rest } = await answer
    expect([status, body.toString(), rest.header('connection')]).toEqual([200, 'late', 'close'])
    expect(await closed).toBe(0)
  })

  it('HT-10: is not held up by connections that are idle or were never used', async () => {
    const unused = await openSocket(bench.port)
    const idle = await openSocket(bench.port)
    idle.write(requestBytes(bench.port, { path: '/api/health', headers: { Connection: 'keep-alive' } }))
    await new Promise((resolve) => idle.once('data', resolve))
    const started = performance.now()
    await bench.finish()
    expect(performance.now() - started).toBeLessThan(9000)
    unused.destroy()
    idle.destroy()
  })

  it('HT-10: ends after ten seconds whatever hangs', async () => {
    bench.backend.answer = answerNothing
    const answer = bench.send({ path: '/api/zones' }).catch(() => 'cut')
    await eventually(() => bench.backend.requests.length === 1)
    const started = performance.now()
    await bench.finish()
    expect(performance.now() - started).toBeLessThan(20_000)
    expect(await answer).toBe('cut')
  })
})
