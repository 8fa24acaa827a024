// A denial is answered when its line is written, so that whoever was told "no" is on record also when the process dies at that moment
// (hostile cases 3, audit); a place that hangs holds the answer back for a second and no longer.
import { afterEach, expect, it } from 'vitest'
import { readSettings } from '../src/config.ts'
import { createServerLayer, type ServerLayer } from '../src/server.ts'
import { mutation } from './bench/callers.ts'
import { eventually } from './bench/eventually.ts'
import { exchange, type RequestParts, requestBytes } from './bench/raw-http.ts'
import { type GivenEnvironment, testEnvironment } from './bench/test-environment.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }

let given: GivenEnvironment
let layer: ServerLayer
let port: number
let spoken: string
let write: () => void

/** Without a file lines go to the console, and this console writes when it is told to. */
async function start(denialWaitMs: number) {
  given = testEnvironment('http://127.0.0.1:9', { AUDIT_LOG_FILE: '/' })
  spoken = ''
  const told = new Promise<void>((resolve) => (write = resolve))
  const errorConsole = async (text: string) => {
    spoken += text
    await told
  }
  layer = await createServerLayer({ settings: readSettings(given.values), log: silent, errorConsole, denialWaitMs })
  port = (await layer.listen(0, '127.0.0.1')).port
}
afterEach(async () => {
  write()
  layer.server.closeAllConnections()
  await layer.close()
  given.remove()
})

const send = async (request: RequestParts) => (await exchange(port, requestBytes(port, request)))[0]?.status

const denials: Record<string, RequestParts> = {
  'of what needs a session': { path: '/api/admin/x' },
  'of a token that is none': { path: '/api/zones', headers: { Authorization: 'Bearer null' } },
  'of a change': mutation('/api/zones', '{}', { token: 'nonsense' }),
}

it.each(Object.entries(denials))('a denial %s is answered after its line', async (_name, request) => {
  await start(600_000)
  let status: number | undefined
  const answered = send(request).then((answer) => (status = answer))
  await eventually(() => spoken.includes('unauthorized_access'))
  // Whatever was sent before this was asked has arrived before its answer.
  expect(await send({ path: '/api/health' })).toBe(200)
  expect(status).toBeUndefined()
  write()
  await answered
  expect(status).toBe(401)
})

it('a denial is answered also when its line cannot be written', async () => {
  await start(1)
  expect(await send({ path: '/api/admin/x' })).toBe(401)
  await eventually(() => spoken.includes('unauthorized_access'))
})
