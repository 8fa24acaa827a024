// HT-08: two thousand connections that are slow in every way there is, while others work; each is cut at its limit.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSocket, parseAnswers, requestBytes, type RawAnswer } from '../bench/raw-http.ts'
import { eventually } from '../bench/eventually.ts'
import { bundled } from './bundled.ts'
import { startProcess } from './process-bench.ts'
import { settled } from './settled.ts'
import type { Bench } from './trial.ts'

const megabyte = 1024 * 1024

/** A file of ours that no kernel takes for a reader that takes nothing. */
const appDir = mkdtempSync(join(tmpdir(), 'rollcall-hostile-'))
writeFileSync(join(appDir, 'index.html'), '<!doctype html>')
writeFileSync(join(appDir, 'large.js'), Buffer.alloc(20 * megabyte, 120))
process.on('exit', () => rmSync(appDir, { recursive: true, force: true }))
export const slowEnvironment = { APP_DIR: appDir }

export async function slowCases(bench: Bench): Promise<void> {
  // More than the kernel takes for a reader that takes nothing.
  const large = Buffer.alloc(20 * megabyte)
  bench.backend.answer = (request, response) => response.end(request.url === '/api/large' ? large : '{}')
  // The same process without attackers, measured at the same moments: whatever else the machine does, it does to both.
  const twin = await startProcess(slowEnvironment)
  try {
    await Promise.all([goodTraffic(bench, 2000), goodTraffic(twin, 2000)])
    const { stop } = await attack(bench)
    // Until the readers are slow they are many fast ones, which is another case.
    await settled(bench, 200)
    const [during, baseline] = await Promise.all([goodTraffic(bench, 15_000), goodTraffic(twin, 15_000)])
    const { errors } = during
    const wrong = `${errors.length} of ${during.count}: ${[...new Set(errors)].slice(0, 5).join('; ')}`
    bench.note('HT-08', 'good traffic has no error', errors.length === 0 ? null : wrong)
    const numbers = `${during.p99.toFixed(1)} ms, ${baseline.p99.toFixed(1)} ms without the attack`
    bench.note('HT-08', 'and is as fast as without', during.p99 <= 2 * baseline.p99 ? null : numbers)
    console.log(`HT-08: p99 of good traffic ${numbers}`)
    // Headers have 10 s, bodies 30 s, readers 60 s without a byte. Who does not read does not see the end: the process is asked.
    await eventually(() => bench.clients() < 10, 80_000).catch(() => undefined)
    bench.note('HT-08', 'every slow connection is cut', bench.clients() < 10 ? null : `${bench.clients()} are left`)
    stop()
  } finally {
    await twin.stop()
  }
}

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

/** Until `stop`. */
async function attack(bench: Bench): Promise<{ stop: () => void }> {
  const body = bench.mutation('/api/zones', undefined, {
    headers: { 'Content-Type': 'application/json', 'Content-Length': '100000' },
  })
  const file = await bundled(new URL('slow-attackers.ts', import.meta.url))
  const head = requestBytes(bench.port, body).toString('base64')
  const child = spawn(process.execPath, [file, String(bench.port), head], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return { stop: () => void child.kill('SIGKILL') }
}
