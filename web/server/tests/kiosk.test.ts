// The reception tablet (rules 8): its mutations lie outside /api/, as the answer to a personal link does (muster-link.test.ts). The token
// is the credential: no session, no CSRF pair, but no foreign page either.
import { describe, expect, it } from 'vitest'
import { json, signedIn } from './bench/callers.ts'
import { sharedBench } from './bench/shared-bench.ts'
import { itHolds, refused } from './bench/trial.ts'

const bench = sharedBench()
const path = `/kiosk/${'t'.repeat(43)}/scan`
const scan = { method: 'POST', path, headers: { ...json }, body: '{"code":"ABCDE12345","direction":"in"}' }
const from = (headers: Record<string, string>) => ({ ...scan, headers: { ...json, ...headers } })

describe('POST /kiosk/{token}/scan', () => {
  it('reaches the backend as it is, without anybody’s session', async () => {
    expect((await bench().send(from({ ...signedIn(), Authorization: 'Bearer abc' }))).status).toBe(200)
    const [seen] = bench().backend.requests
    expect([seen?.method, seen?.target]).toEqual(['POST', path])
    expect(seen?.headers).not.toHaveProperty('authorization')
    expect(seen?.headers).not.toHaveProperty('cookie')
  })

  itHolds(bench, [
    ['CS-06', 'from a foreign page', from({ Origin: 'https://evil.example' }), { ...refused(403, 'csrf_failed') }],
    ['VA-01', 'no code', { ...scan, body: '{"direction":"in"}' }, refused(400, 'validation_failed')],
    ['RT-03', 'DELETE', { method: 'DELETE', path }, refused(405)],
    ['RT-03', 'another path below it', { ...scan, path: `/kiosk/${'t'.repeat(43)}/list` }, refused(405)],
    ['AU-01', 'the same under /api/', { ...scan, path: `/api${path}` }, refused(403)],
  ])
})
