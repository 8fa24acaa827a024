// RT-07: the secret of a one-time link is in no log line, no audit line and no metric, whatever becomes of the request.
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { asProcess } from './bench/bench.ts'
import { csrfPair, mutation } from './bench/callers.ts'
import { eventually } from './bench/eventually.ts'
import { sharedBench } from './bench/shared-bench.ts'
import { createFaults, fault } from './bench/trial.ts'

const bench = sharedBench(
  () => ({ LOG_LEVEL: 'debug' }),
  (request, response) => void (request.url?.includes('?cut') ? response.destroy() : response.writeHead(404).end('{}')),
)
const newSecret = () => randomBytes(32).toString('base64url')

// holds rules 5-15
it('RT-07: a guess is forwarded, answered alike and written down without its secret', async () => {
  const secrets = Array.from({ length: asProcess ? 1000 : 50 }, newSecret)
  const faults = createFaults()
  for (const secret of secrets)
    faults.note(secret, await fault(bench(), { path: `/api/phone-beacon/${secret}` }, { status: 404, forwarded: 1 }))
  expect(faults.list).toEqual([])
  const logged = () =>
    bench()
      .logged()
      .filter(({ fields }) => fields['path'] === '/api/phone-beacon/***')
  await eventually(() => logged().length >= secrets.length)
  const text = JSON.stringify(bench().logged()) + bench().auditLines().join()
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
})

it.each(['/api/phone-beacon/{token}', '/api/muster-link/{token}', '/phone-beacon/{token}', '/muster-link/{token}'])(
  'RT-07: %s keeps its secret, read, denied, refused, or broken off',
  async (pattern) => {
    const secret = newSecret()
    const path = pattern.replace('{token}', secret)
    const requests = [
      { path },
      { path: `${path}?cut` },
      { method: 'POST', path, headers: csrfPair },
      { method: 'DELETE', path },
      { path: `${path}/more` },
      mutation('/api/proxy/error-log', { message: `Failed: ${path}`, page: path, stack: `at ${path}:1:2` }),
    ]
    for (const request of requests) await bench().send(request)
    const masked = pattern.replace('{token}', '***')
    const said = () =>
      bench()
        .logged()
        .filter(({ fields }) => fields['path'] === masked || fields['page'] === masked)
    await eventually(() => said().length >= 5)
    // The pages are open to everybody: nothing of them is denied.
    const isAudited = () =>
      bench()
        .audited()
        .some(({ resource }) => resource === masked)
    await eventually(() => isAudited() === pattern.startsWith('/api/'))
    const metrics = (await bench().send({ path: '/metrics' })).body.toString()
    expect(JSON.stringify(bench().logged()) + bench().auditLines().join() + metrics).not.toContain(secret)
  },
)
