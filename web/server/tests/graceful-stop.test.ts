// Stopping under load without a failed request, and slow or idle connections that must not hold it up.
import { Agent, request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from './bench/eventually.ts'
import { openSocket, requestBytes } from './bench/raw-http.ts'
import { startServerLayer, type Bench } from './bench/server-layer.ts'

let bench: Bench
beforeEach(async () => {
  bench = await startServerLayer()
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

describe('stopping', () => {
  it('under load fails no request and takes no new connection', async () => {
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
    await bench.layer.close()
    expect(performance.now() - started).toBeLessThan(9000)
    await Promise.all(clients)
    agent.destroy()
    expect(outcomes.filter((outcome) => outcome === 'failed')).toEqual([])
    expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(20)
  })

  it('finishes what is under way and says that the connection closes', async () => {
    bench.backend.answer = (_request, response) => setTimeout(() => response.end('late'), 1500)
    const answer = bench.send({ path: '/api/zones', headers: { Connection: 'keep-alive' } })
    await eventually(() => bench.backend.requests.length === 1)
    const closed = bench.layer.close()
    await expect(openSocket(bench.port)).rejects.toThrow('ECONNREFUSED')
    const { status, body, ...rest } = await answer
    expect([status, body.toString(), rest.header('connection')]).toEqual([200, 'late', 'close'])
    await closed
  })

  it('is not held up by connections that are idle or were never used', async () => {
    const unused = await openSocket(bench.port)
    const idle = await openSocket(bench.port)
    idle.write(requestBytes(bench.port, { path: '/api/health', headers: { Connection: 'keep-alive' } }))
    await new Promise((resolve) => idle.once('data', resolve))
    const started = performance.now()
    await bench.layer.close()
    expect(performance.now() - started).toBeLessThan(9000)
    unused.destroy()
    idle.destroy()
  })

  it('ends after ten seconds whatever hangs', async () => {
    bench.backend.answer = () => undefined
    const answer = bench.send({ path: '/api/zones' }).catch(() => 'cut')
    await eventually(() => bench.backend.requests.length === 1)
    const started = performance.now()
    await bench.layer.close()
    expect(performance.now() - started).toBeLessThan(20_000)
    expect(await answer).toBe('cut')
  })
})
