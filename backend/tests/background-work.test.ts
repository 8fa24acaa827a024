// The list of everything that the backend does by itself, and how often: whoever adds or removes an entry says so here.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBackend, type TestBackend } from './a-backend.ts'

let server: TestBackend
beforeAll(async () => {
  server = await aBackend()
})
afterAll(async () => server?.stop())

it('is this list', () => {
  const list = server.backend.background.all.map(({ name, everyMs, leaderOnly }) => [name, everyMs, leaderOnly])
  expect(list).toEqual([
    ['keep-urgent-connections', 5000, false],
    ['listen-for-changes', 30_000, false],
    ['hold-lease', 1000, false],
    ['locate', 100, false],
    ['store-positions', 500, false],
    ['read-site', 60_000, false],
    ['forget-silent-devices', 60_000, false],
    ['read-phone-keys', 60_000, false],
    ['store-recognised-phones', 1000, false],
    ['store-ambient-devices', 2000, false],
    ['read-receiver-keys', 60_000, false],
    ['canary', 10_000, true],
    ['announce-emergencies', 2000, false],
    ['send-messages', 2000, false],
    ['send-links', 2000, false],
    ['account-at-muster-points', 2000, true],
    ['roster-evidence', 3000, true],
    ['send-password-links', 2000, false],
    ['send-pushes', 2000, false],
    ['fetch-weather', 300_000, true],
    ['count-denials', 5000, false],
    ['receiver-status', 2000, true],
    ['asset-moves', 10_000, true],
    ['alerts', 5000, true],
    ['occupancy', 60_000, true],
    ['readiness', 10_000, true],
    ['close-visits', 60_000, true],
    ['remind-of-drills', 60_000, true],
    ['audit-head', 3_600_000, true],
    ['retention', 3_600_000, true],
  ])
})

it('is in the metrics with the end of each last run and whether it fails', async () => {
  const locate = server.backend.background.all.find(({ name }) => name === 'locate')!
  await locate.run()
  const { text } = await server.nobody('GET', '/metrics')
  expect(text).toMatch(/^rollcall_backend_background_work_ended_seconds\{work="locate"\} \d+(\.\d+)?$/m)
  expect(text).toMatch(/^rollcall_backend_background_work_failing\{work="locate"\} 0$/m)
})
