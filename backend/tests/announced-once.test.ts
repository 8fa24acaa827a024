// Pages are told of every committed change of an emergency, once, although the backend is killed: after its commit and before the relay
// took the message, and after the relay took it and before that was written down.
import { spawn, type ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../bench/src/measuring/free-ports.ts'
import { aBackend, aUser, testSecrets, tokenOf, type TestBackend } from './a-backend.ts'
import { aRelayStandIn } from './a-relay-stand-in.ts'
import { builtBackend } from './built-backend.ts'
import { eventually as soon } from './eventually.ts'
import { aFloor } from './site-things.ts'

let relay: Awaited<ReturnType<typeof aRelayStandIn>>
let built: Awaited<ReturnType<typeof builtBackend>>
/** Reaches no relay; it is there for its database. */
let beside: TestBackend
let token = ''
let running: ChildProcess | undefined
beforeAll(async () => {
  relay = await aRelayStandIn()
  built = await builtBackend('announced-once')
  beside = await aBackend()
  token = await tokenOf(beside.nobody, (await aUser(beside.db, { role: 'admin' })).email)
}, 120_000)
afterAll(async () => {
  running?.kill('SIGKILL')
  await beside?.stop()
  built?.remove()
  await relay?.stop()
})

/** Processes start slowly where others work. */
const eventually = (what: string, look: () => Promise<boolean>) => soon(what, look, 60_000)

/** The backend as an operator runs it; answers how to call it. */
async function start() {
  const port = await freePort()
  const env = {
    ...testSecrets,
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: beside.dataDir,
    DATABASE_URL: beside.url,
    BACKEND_PORT: String(port),
    LOG_LEVEL: 'fatal',
    REALTIME_PUBLISH_URL: relay.url,
  }
  const child = spawn(process.execPath, [built.fileOf('main')], { env, stdio: 'ignore' })
  running = child
  await eventually(
    'the backend answers',
    async () => (await fetch(`http://127.0.0.1:${port}/health`).catch(() => null))?.ok === true,
  )
  return async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body: JSON.stringify(body) })
    expect(response.ok).toBe(true)
    return ((await response.json()) as { data: { id: string } }).data
  }
}

async function kill(): Promise<void> {
  const gone = new Promise((resolve) => running?.once('close', resolve))
  running?.kill('SIGKILL')
  await gone
}

const versions = (id: string) =>
  beside.db
    .selectFrom('emergencies')
    .select(['rosterVersion', 'announcedVersion'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** What the relay handed on: it knows a repetition by its key. */
function handedOn(id: string): string[] {
  const told = relay.publications.filter(({ data }) => data.type === 'emergency')
  const ofThis = told.filter(({ data }) => (data.data as unknown as { eventId: string }).eventId === id)
  return [
    ...new Map(
      ofThis.map(({ channel, once, data }) => [`${channel} ${once}`, `${channel} ${versionOf(data)}`]),
    ).values(),
  ]
}

const versionOf = ({ data }: { data: unknown }) => (data as { version: number }).version

async function untilTold(id: string): Promise<number> {
  await eventually('every change is told', async () => {
    const { rosterVersion, announcedVersion } = await versions(id)
    return rosterVersion === announcedVersion
  })
  return (await versions(id)).rosterVersion
}

it('tells what was committed before it was killed, and nothing twice', { timeout: 240_000 }, async () => {
  const { buildingId } = await aFloor(await beside.as('admin'))
  relay.be('stall')
  const trigger = await start()
  const body = { scenario: 'fire', mode: 'drill', scope: { buildingIds: [buildingId] } }
  const { id } = await trigger('POST', '/api/emergency/trigger', body)
  await eventually('the relay is asked', async () => relay.requests >= 2)
  await kill()
  expect(handedOn(id)).toEqual([])

  relay.be('take')
  const change = await start()
  const first = await untilTold(id)
  expect(handedOn(id).toSorted()).toEqual([`event:${id} ${first}`, `global:all ${first}`])

  relay.be('take-silently')
  await change('PUT', `/api/emergency/${id}`, { message: 'By the stairs.' })
  const second = (await versions(id)).rosterVersion
  await eventually('the relay has it', async () => handedOn(id).length === 4)
  await kill()
  expect((await versions(id)).announcedVersion).toBe(first)

  relay.be('take')
  const before = relay.publications.length
  await start()
  expect(await untilTold(id)).toBe(second)
  // Said again, by the key under which the relay knows it.
  expect(relay.publications.length).toBe(before + 2)
  expect(handedOn(id).toSorted()).toEqual(
    [first, second].flatMap((version) => [`event:${id} ${version}`, `global:all ${version}`]).toSorted(),
  )
})
