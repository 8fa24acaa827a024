// HT-08: two thousand connections that are slow in every way there is, while others work; each is cut at its limit.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { built, startBench, type Bench } from '../bench/bench.ts'
import { mutation } from '../bench/callers.ts'
import { eventually } from '../bench/eventually.ts'
import { openSocket, parseAnswers, requestBytes, type RawAnswer } from '../bench/raw-http.ts'
import { answerEmpty } from '../bench/shared-bench.ts'
import { settled } from './settled.ts'

const megabyte = 1024 * 1024

/** A file of ours that no kernel takes for a reader that takes nothing. */
const appDir = mkdtempSync(join(tmpdir(), 'rollcall-hostile-'))
writeFileSync(join(appDir, 'index.html'), '<!doctype html>')
writeFileSync(join(appDir, 'large.js'), Buffer.alloc(20 * megabyte, 120))
afterAll(() => rmSync(appDir, { recursive: true }))
const environment = { APP_DIR: appDir, BACKEND_TIMEOUT_MS: '2000' }

it('HT-08: two thousand slow connections cost others nothing, and each is cut at its limit', async () => {
  const bench = await startBench(environment)
  onTestFinished(() => bench.stop())
  // More than the kernel takes for a reader that takes nothing.
  const large = Buffer.alloc(20 * megabyte)
  bench.backend.answer = (request, response) => response.end(request.url === '/api/large' ? large : '{}')
  // The same process without attackers, measured at the same moments: whatever else the machine does, it does to both.
  const twin = await startBench(environment)
  onTestFinished(() => twin.stop())
  twin.backend.answer = answerEmpty
  await Promise.all([goodTraffic(bench, 2000), goodTraffic(twin, 2000)])
  await attack(bench)
  // Until the readers are slow they are many fast ones, which is another case.
  await settled(bench, 200).catch(() => undefined)
  const [during, baseline] = await Promise.all([goodTraffic(bench, 15_000), goodTraffic(twin, 15_000)])
  console.log(
    `HT-08: p99 of good traffic ${during.p99.toFixed(1)} ms, ${baseline.p99.toFixed(1)} ms without the attack`,
  )
  expect([...new Set(during.errors)]).toEqual([])
  expect(during.p99).toBeLessThanOrEqual(2 * baseline.p99)
  // Headers have 10 s, bodies 30 s, readers 60 s without a byte. Who does not read does not see the end: the process is asked.
  await eventually(async () => (await bench.clients()) < 10, 80_000)
})

/** Milliseconds. */
type Traffic = { count: number; errors: string[]; p99: number }

/** 200 requests a second over ten connections, each with an answer before its next. */
async function goodTraffic({ port }: { readonly port: number }, forMs: number): Promise<Traffic> {
  const request = requestBytes(port, { path: '/api/zones', headers: { Connection: 'keep-alive' } })
  const times: number[] = []
  const errors: string[] = []
  const until = performance.now() + forMs
  const one = async () => {
    const socket = await openSocket(port)
    let bytes = Buffer.alloc(0)
    socket.on('data', (chunk) => (bytes = Buffer.concat([bytes, chunk])))
    while (performance.now() < until) {
      const startedAt = performance.now()
      bytes = Buffer.alloc(0)
      socket.write(request)
      while (parseAnswers(bytes)[0]?.complete !== true && performance.now() - startedAt < 5000 && !socket.destroyed)
        await new Promise((resolve) => setTimeout(resolve, 1))
      const [answer] = parseAnswers(bytes)
      if (answer?.status === 200) times.push(performance.now() - startedAt)
      else errors.push(answer ? codeOf(answer) : socket.destroyed ? 'cut' : 'no answer')
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, 50 - (performance.now() - startedAt))))
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: 10 }, one))
  times.sort((left, right) => left - right)
  return {
    count: times.length + errors.length,
    errors,
    p99: times[Math.floor(times.length * 0.99)] ?? Infinity,
  }
}

const codeOf = (answer: RawAnswer) => `${answer.status} ${answer.json().error?.code}`

/** Until the end of the test. */
async function attack(bench: Bench): Promise<void> {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': '100000' }
  const head = requestBytes(bench.port, mutation('/api/zones', undefined, { headers })).toString('base64')
  const args = [built!.slowAttackers, String(bench.port), head]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
}
