// GET /ready: the parts a backend needs, and which of them is not well.
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { aBackend, type TestBackend } from './a-backend.ts'
import { aRelayStandIn } from './a-relay-stand-in.ts'
import { eventually } from './eventually.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function anInstallation(environment: Record<string, string> = {}) {
  const relay = await aRelayStandIn()
  ends.push(() => relay.stop())
  const backend = await aBackend({ REALTIME_PUBLISH_URL: relay.url, ...environment })
  ends.push(() => backend.stop())
  return { relay, backend }
}
/** `[]` when it is ready. */
async function notWell(backend: TestBackend) {
  const { status, body } = await backend.nobody('GET', '/ready')
  expect(status).toBe(body.success ? 200 : 503)
  return body.success ? [] : (body.error.issues ?? []).map(({ path, message }) => `${path}: ${message}`)
}

it('is ready, and says so when the relay is gone and back', async () => {
  const { backend, relay } = await anInstallation()
  expect(await notWell(backend)).toEqual([])
  relay.be('refuse')
  await eventually(
    'the relay is named',
    async () => (await notWell(backend)).join() === 'relay: The relay does not answer the backend.',
  )
  relay.be('take')
  await eventually('it is ready again', async () => (await notWell(backend)).length === 0)
})

it('names a database that answers but cannot be written', async () => {
  const { backend } = await anInstallation()
  const name = new URL(backend.url).pathname.slice(1)
  await sql.raw(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`).execute(backend.db)
  // Sessions that are open go on as they began.
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = ${name} AND application_name = 'rollcall-backend-urgent'`.execute(backend.db)
  const named = async () => (await notWell(backend)).includes('database: The database cannot be written.')
  expect(await eventually('the database is named', named)).toBe(true)
})

it('names a disk with less room than the least', async () => {
  const { backend } = await anInstallation({ DISK_LEAST_FREE_MB: '1000000000' })
  expect(await notWell(backend)).toEqual(['disk: Less than 1000000000 MB are free on the disk of the data.'])
})
