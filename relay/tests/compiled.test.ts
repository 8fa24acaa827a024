// The relay as one executable (`npm run -w relay compile`): made, started far from the sources, used by the official client.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Centrifuge } from 'centrifuge'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { pageProblems } from './served-page.ts'
import { apiKey, aToken, origin, secret } from './relay-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'relay-compiled-'))
const program = join(folder, 'relay-server')
beforeAll(() => {
  const compile = fileURLToPath(new URL('../bin/compile.mjs', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [compile, program], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

async function startProgram() {
  const settings = { REALTIME_HMAC_SECRET: secret, REALTIME_API_KEY: apiKey, RELAY_ALLOWED_ORIGINS: origin }
  const env = { ...settings, RELAY_PORT: '0', RELAY_ADMIN_PASSWORD: 'correct horse battery' }
  const child = spawn(program, { cwd: folder, env })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const port = await new Promise<number>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      resolve((JSON.parse(line) as { port: number }).port)
    })
  })
  return { port, ended, child }
}

it('serves the official client and ends gracefully', async () => {
  const { port, ended, child } = await startProgram()
  try {
    const client = new Centrifuge(`ws://127.0.0.1:${port}/connection/websocket`, {
      websocket: WebSocket,
      token: aToken(),
    })
    const subscription = client.newSubscription('floor:1')
    const delivered = new Promise((resolve) => subscription.on('publication', ({ data }) => resolve(data)))
    subscription.subscribe()
    client.connect()
    await subscription.ready()
    const headers = { 'x-api-key': apiKey }
    const body = '{"channel":"floor:1","data":{"x":1}}'
    await fetch(`http://127.0.0.1:${port}/api/publish`, { method: 'POST', headers, body })
    expect(await delivered).toEqual({ x: 1 })
    client.disconnect()
  } finally {
    child.kill('SIGTERM')
  }
  expect(await ended).toBe(0)
})

it('carries the page for operators', async () => {
  const { port, ended, child } = await startProgram()
  try {
    const response = await fetch(`http://127.0.0.1:${port}/admin`)
    expect(await pageProblems(response)).toEqual([])
  } finally {
    child.kill('SIGTERM')
  }
  await ended
})

it('reads no .env and no bunfig of the working directory', () => {
  writeFileSync(join(folder, '.env'), `REALTIME_API_KEY=${apiKey}\nREALTIME_HMAC_SECRET=${secret}\n`)
  writeFileSync(join(folder, 'bunfig.toml'), 'preload = ["./missing.ts"]\n')
  const { status, stderr } = spawnSync(program, ['--check-config'], { cwd: folder, env: {}, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain('REALTIME_API_KEY: is required.')
  expect(stderr).toContain('REALTIME_HMAC_SECRET: is required.')
})
