// GET /api/ready: what is behind this process, and which part of it is not well.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { startBench, type Bench } from './bench/bench.ts'
import { eventually } from './bench/eventually.ts'
import { answerJson } from './bench/stub-backend.ts'
import type { TestEnvironment } from './bench/test-environment.ts'

let bench: Bench
let relay: Server
afterEach(async () => {
  await bench.stop()
  relay.closeAllConnections()
  await new Promise((resolve) => relay.close(resolve))
})

async function start(environment: TestEnvironment = {}) {
  relay = createServer((_, response) => response.end('{}'))
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const relayUrl = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`
  bench = await startBench({ RELAY_URL: relayUrl, ...environment })
}
const ask = async () => {
  const answer = await bench.send({ path: '/api/ready' })
  const issues = answer.json().error?.issues as { path: string }[] | undefined
  return { status: answer.status, parts: issues?.map(({ path }) => path), body: answer.body.toString() }
}

it.each([{ SECURITY_PROFILE: 'standard' }, { SECURITY_PROFILE: 'strict' }])(
  'is well without a session in the profile $SECURITY_PROFILE, and leaves no audit line',
  async (environment) => {
    await start(environment)
    expect((await ask()).status).toBe(200)
    expect(bench.backend.requests.map(({ target }) => target)).toEqual(['/ready'])
    expect(bench.auditLines()).toEqual([])
  },
)

it('names what the backend finds, and nothing else of its answer', async () => {
  await start()
  const issues = [
    { path: 'disk', message: 'Full.' },
    { path: 'secret', message: 'x' },
  ]
  const error = { code: 'not_ready', message: 'x', issues, requestId: '1' }
  bench.backend.answer = (_, response) => answerJson(response, 503, { success: false, error })
  const { status, parts, body } = await ask()
  expect([status, parts]).toEqual([503, ['disk']])
  expect(body).not.toContain('secret')
})

it('names a backend that hangs and a relay that is gone', async () => {
  await start({ HEALTH_TIMEOUT_MS: '300' })
  bench.backend.early = () => true
  expect((await ask()).parts).toEqual(['backend'])
  relay.closeAllConnections()
  await new Promise((resolve) => relay.close(resolve))
  await eventually(async () => (await ask()).parts?.join() === 'backend,relay')
})

it('names a disk with less room than the least', async () => {
  await start({ DISK_LEAST_FREE_MB: '100000000' })
  expect((await ask()).parts).toEqual(['disk'])
})
