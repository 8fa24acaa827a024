// The login limiter shared by several instances over a real Redis (REDIS_URL), and what happens without it.
import { createClient } from '@redis/client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startBench, type Bench } from './bench/bench.ts'
import { eventually } from './bench/eventually.ts'
import { redisMissing, startRedis, type RedisServer } from './bench/redis-server.ts'
import { answerJson } from './bench/stub-backend.ts'

const missing = redisMissing()
if (missing !== null) console.warn(`The shared login limiter is not tested: ${missing}`)

let redis: RedisServer
let benches: Bench[] = []

const start = async (redisUrl = redis.url) => {
  const bench = await startBench({ REDIS_URL: redisUrl, TRUSTED_PROXIES: '127.0.0.1' })
  bench.backend.answer = (_request, response) => answerJson(response, 401, { success: false })
  benches.push(bench)
  return bench
}
const isShared = async (bench: Bench) =>
  /^rollcall_web_login_limiter_shared 1$/m.test((await bench.send({ path: '/metrics' })).body.toString())
const startShared = async () => {
  const bench = await start()
  await eventually(() => isShared(bench))
  return bench
}
const login = (bench: Bench, client: string) =>
  bench.send({
    method: 'POST',
    path: '/api/auth/login',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': client },
    body: '{"email":"a@b.org","password":"x"}',
  })
const passedOf = async (bench: Bench, client: string, count: number) => {
  let passed = 0
  for (let at = 0; at < count; at += 1) if ((await login(bench, client)).status === 401) passed += 1
  return passed
}

describe.skipIf(missing !== null)('the login limiter with Redis', () => {
  beforeAll(async () => {
    redis = await startRedis()
  }, 400_000)
  afterEach(async () => {
    await Promise.all(benches.map((bench) => bench.stop()))
    benches = []
  })
  afterAll(() => redis.stop())

  it('lets exactly five of 400 parallel attempts over two instances pass', async () => {
    const [one, other] = [await startShared(), await startShared()]
    const attempts = Array.from({ length: 400 }, (_, at) => login(at % 2 === 0 ? one : other, '203.0.113.1'))
    const answers = await Promise.all(attempts)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(395)
    expect(one.backend.requests.length + other.backend.requests.length).toBe(5)
  })

  it('tells what is left and when the window ends, the same from every instance', async () => {
    const [one, other] = [await startShared(), await startShared()]
    const before = Math.floor(Date.now() / 1000)
    const first = await login(one, '203.0.113.2')
    const second = await login(other, '203.0.113.2')
    expect([first, second].map((answer) => answer.header('x-ratelimit-remaining'))).toEqual(['4', '3'])
    const [end, sameEnd] = [first, second].map((answer) => Number(answer.header('x-ratelimit-reset')))
    expect(end).toBeGreaterThanOrEqual(before + 900)
    expect(Math.abs((sameEnd ?? 0) - (end ?? 0))).toBeLessThanOrEqual(1)
    expect(await passedOf(other, '203.0.113.2', 5)).toBe(3)
    expect(Number((await login(one, '203.0.113.2')).header('retry-after'))).toBeGreaterThan(880)
  })

  it('does not let refused attempts prolong the window', async () => {
    const bench = await startShared()
    expect(await passedOf(bench, '203.0.113.9', 6)).toBe(5)
    const client = createClient({ url: redis.url })
    await client.connect()
    const [key = ''] = await client.keys('*203.0.113.9')
    await client.pExpire(key, 60_000)
    client.destroy()
    for (let count = 0; count < 2; count += 1) {
      const left = Number((await login(bench, '203.0.113.9')).header('retry-after'))
      expect(left).toBeLessThanOrEqual(60)
    }
  })

  it('keeps its counts when an instance starts anew', async () => {
    const first = await startShared()
    expect(await passedOf(first, '203.0.113.3', 6)).toBe(5)
    const second = await startShared()
    expect((await login(second, '203.0.113.3')).status).toBe(429)
  })

  it('counts alone, and goes on counting, when Redis was never there', async () => {
    const bench = await start('redis://:hunter2@127.0.0.1:1')
    expect(await passedOf(bench, '203.0.113.4', 8)).toBe(5)
    expect(await passedOf(bench, '203.0.113.5', 1)).toBe(1)
    expect(bench.logged().filter(({ code }) => code === 'login_limiter_alone')).toHaveLength(1)
    expect(JSON.stringify(bench.logged())).not.toContain('hunter2')
  })

  it('falls back to its own count when Redis dies, forgets nothing it saw, and returns by itself', async () => {
    const bench = await startShared()
    expect(await passedOf(bench, '203.0.113.6', 3)).toBe(3)
    await redis.stop()
    expect(await passedOf(bench, '203.0.113.6', 6)).toBe(2)
    expect(await passedOf(bench, '203.0.113.7', 6)).toBe(5)
    expect(await isShared(bench)).toBe(false)
    await redis.start()
    await eventually(() => isShared(bench))
    expect((await login(bench, '203.0.113.7')).status).toBe(429)
    expect(await passedOf(bench, '203.0.113.8', 6)).toBe(5)
  })

  it('does not wait for a Redis that hangs', async () => {
    const bench = await startShared()
    redis.freeze()
    try {
      const started = performance.now()
      // A second for each would be thirty.
      expect(await passedOf(bench, '203.0.113.9', 30)).toBe(5)
      expect(performance.now() - started).toBeLessThan(15_000)
    } finally {
      redis.thaw()
    }
    await eventually(async () => {
      await login(bench, '203.0.113.10')
      return isShared(bench)
    })
    expect((await login(bench, '203.0.113.9')).status).toBe(429)
  })
})
