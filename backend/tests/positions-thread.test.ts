// Positions are made by a thread of their own, bundled as an operator runs it: readings go there and positions come from there, and neither
// requests nor positions wait for one another.
import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { positionsInThread } from '../src/positions-thread.ts'
import { aBackend, type TestBackend, testSecrets } from './a-backend.ts'
import { aHall, badges, receivers } from './a-hall.ts'
import { builtBackend } from './built-backend.ts'
import { eventually } from './eventually.ts'

let server: TestBackend
let built: Awaited<ReturnType<typeof builtBackend>>
let floorId: string
beforeAll(async () => {
  built = await builtBackend('positions')
  const file = pathToFileURL(built.fileOf('positions-worker'))
  server = await aBackend({}, { positions: (options) => positionsInThread(options, file) })
  await aHall(server.db)
  floorId = (await server.db.selectFrom('floors').select('id').executeTakeFirstOrThrow()).id
  await server.backend.background.all.find(({ name }) => name === 'read-site')!.run()
}, 60_000)
afterAll(async () => {
  await server?.stop()
  built?.remove()
})

const hear = (badge: string, payload?: string) => {
  const rssiSignature = receivers.map((receiverId, i) => ({ receiverId, rssi: -60 - i }))
  const body = payload ?? JSON.stringify([{ transmitterId: badge, rssiSignature, timestamp: Date.now() }])
  const headers = { authorization: `Bearer ${testSecrets.INGEST_KEY}` }
  return server.nobody('POST', '/ingest/raddec', undefined, { headers, payload: body })
}
const placeOf = (badge: string) =>
  server.db
    .selectFrom('positionsCurrent')
    .select(['transmitterId', 'floorId'])
    .where('transmitterId', '=', badge)
    .executeTakeFirst()

describe('the thread that makes positions', () => {
  it('takes readings, stores where somebody is, and counts both', async () => {
    const taken = await hear(badges[0])
    expect([taken.status, taken.body.data]).toEqual([202, { accepted: 1, rejected: 0 }])
    const place = await eventually('a position', () => placeOf(badges[0]))
    expect(place.floorId).toBe(floorId)
    const { text } = await server.nobody('GET', '/metrics')
    expect(text).toMatch(/^rollcall_backend_ingest_accepted_total 1$/m)
    expect(text).toMatch(/^rollcall_backend_positioning_positions_total [1-9]\d*$/m)
    expect(text).toMatch(/^rollcall_backend_lease_held 1$/m)
    expect(text).toMatch(/^rollcall_backend_background_work_ended_seconds\{work="locate"\} [1-9][\d.]*$/m)
  })

  it('refuses what nobody can read, by the same words', async () => {
    const refused = await hear(badges[0], '[{')
    expect([refused.status, refused.body.error.code]).toEqual([400, 'malformed_body'])
    const tooMany = await hear(badges[0], JSON.stringify(Array.from({ length: 1001 }, () => ({}))))
    expect([tooMany.status, tooMany.body.error.code]).toEqual([413, 'body_too_large'])
  })

  it('is asked what receivers hear, of the radio of a floor, and for a calibration', async () => {
    const admin = await server.as('admin')
    const monitor = await admin('GET', `/api/diagnostics/signal-monitor?floorId=${floorId}`)
    expect([monitor.status, monitor.text.includes(receivers[0])]).toEqual([200, true])
    const radio = await admin('GET', `/api/floors/${floorId}/radio`)
    expect([radio.status, radio.body.data.source]).toEqual([200, 'settings'])
    const calibration = await admin('POST', `/api/floors/${floorId}/calibrate`, { mode: 'auto' })
    expect([calibration.status, calibration.body.error.issues![0]!.path]).toEqual([400, 'mode'])
  })

  it('goes on while requests hold the processor', async () => {
    await hear(badges[1])
    const look = `const client = new (require('pg').Client)(process.argv[1])
      client.connect().then(async () => {
        for (;;) {
          const { rows } = await client.query('SELECT 1 FROM positions_current WHERE transmitter_id = $1', [process.argv[2]])
          if (rows.length > 0) process.exit(0)
        }
      })`
    // Nothing else happens in this thread until another process has seen it.
    execFileSync(process.execPath, ['-e', look, server.url, badges[1]], { timeout: 20_000, cwd: import.meta.dirname })
    expect(await placeOf(badges[1])).toBeDefined()
  })

  it('keeps nobody waiting who starts, when it cannot begin', async () => {
    const { app } = server.backend
    const options = { config: server.config, connection: { url: server.url }, log: app.log }
    const file = new URL('data:text/javascript,process.exit(1)')
    await expect(positionsInThread(options as never, file)).rejects.toThrow('ended')
  })
})
