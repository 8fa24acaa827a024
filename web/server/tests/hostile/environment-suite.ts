// TK-19, AL-05: a process whose settings are wrong, and one on a machine in trouble.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startBench, type Bench } from '../bench/bench.ts'
import { eventually } from '../bench/eventually.ts'
import { openSocket, requestBytes } from '../bench/raw-http.ts'
import { apiSecret, type TestEnvironment } from '../bench/test-environment.ts'

const wrong: TestEnvironment[] = [
  { API_SECRET: '' },
  { API_SECRET: 'secret' },
  { API_SECRET: 'shorter-than-32-bytes' },
  { API_SECRET: apiSecret, REALTIME_HMAC_SECRET: apiSecret },
  { BACKEND_URL: 'ftp://user:hunter2@x' },
]

it.each(wrong)('TK-19: refuses to start with %j, and does not repeat it', async (environment) => {
  const message = await startBench(environment).then(
    (bench) => bench.stop().then(() => 'started'),
    (error: Error) => error.message,
  )
  expect(message).toContain('ended at start')
  expect(Object.values(environment).filter((value) => value.length > 6 && message.includes(value))).toEqual([])
})

describe('AL-05: an audit file that cannot be written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-hostile-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const missing = join(folder, 'not-yet', 'audit.log')
  const deny = async (bench: Bench) => (await bench.send({ path: '/api/admin/x' })).status
  const consoleText = async (bench: Bench) => {
    await eventually(() => bench.console() !== '')
    return bench.console()
  }
  const oneLine = /^AUDIT \{.*\}\n$/

  it.each([folder, '/dev/full'])('because it is %s: the line is on the console, and access denied', async (file) => {
    const bench = await startBench({ AUDIT_LOG_FILE: file })
    expect(await deny(bench)).toBe(401)
    expect(await consoleText(bench)).toMatch(oneLine)
    await bench.stop()
  })

  it('because its folder is missing: the same, and back to the file when there is one', async () => {
    const bench = await startBench({ AUDIT_LOG_FILE: missing })
    expect(await deny(bench)).toBe(401)
    expect(await consoleText(bench)).toMatch(oneLine)
    mkdirSync(join(folder, 'not-yet'))
    expect(await deny(bench)).toBe(401)
    await eventually(() => bench.auditLines().length === 1)
    await bench.stop()
  })

  it('because no descriptor is left: the same, and back to the file when there are some', async () => {
    const bench = await startBench({}, { openFiles: 256 })
    const denied = requestBytes(bench.port, { path: '/api/admin/x', headers: { Connection: 'keep-alive' } })
    const socket = await openSocket(bench.port)
    let answers = ''
    socket.on('data', (chunk) => (answers += chunk.toString('latin1')))
    const count = () => answers.split('HTTP/1.1 401').length - 1
    socket.write(denied)
    await eventually(() => count() === 1 && bench.auditLines().length === 1)
    const crowd = await Promise.all(Array.from({ length: 300 }, () => openSocket(bench.port)))
    // Those it has no descriptor for are hung up on.
    await eventually(() => crowd.some(({ destroyed }) => destroyed))
    socket.write(denied)
    await eventually(() => count() === 2)
    expect(await consoleText(bench)).toMatch(oneLine)
    for (const one of crowd) one.destroy()
    await eventually(async () => (await bench.send({ path: '/api/health' }).catch(() => null))?.status === 200)
    socket.write(denied)
    await eventually(() => bench.auditLines().length === 2)
    socket.destroy()
    await bench.stop()
  })
})
