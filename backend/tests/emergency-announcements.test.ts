// Pages are told of every change of an emergency by the version of its roster, and of the last one always.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aRelayStandIn } from './a-relay-stand-in.ts'
import { aSeenPerson } from './a-seen-person.ts'
import { eventually } from './eventually.ts'
import { aFloor } from './site-things.ts'

let relay: Awaited<ReturnType<typeof aRelayStandIn>>
let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  relay = await aRelayStandIn()
  backend = await aBackend({ REALTIME_PUBLISH_URL: relay.url })
  admin = await backend.as('admin')
})
afterAll(async () => {
  await backend.stop()
  await relay.stop()
})

type Announcement = { eventId: string; state: string; at: string; version: number }
const announced = (channel: string) =>
  relay.publications
    .filter((one) => one.channel === channel && one.data.type === 'emergency')
    .map(({ data }) => data.data as unknown as Announcement)

// holds rules 9-19
it('with the newest version, on its own channel and to everybody', async () => {
  const { id: floorId, buildingId } = await aFloor(admin)
  const people: string[] = []
  for (let n = 0; n < 8; n += 1) people.push((await aSeenPerson(backend.db, admin, { floorId, buildingId })).id)
  const body = { scenario: 'fire', mode: 'drill', scope: { buildingIds: [buildingId] } }
  const { id } = (await admin('POST', '/api/emergency/trigger', body)).body.data
  const versionNow = async (): Promise<number> =>
    (await admin('GET', `/api/emergency/muster?eventId=${id}`)).body.data.version
  const lastTold = async (channel: string) => {
    const version = await versionNow()
    return eventually(`version ${version} on ${channel}`, async () => {
      const last = announced(channel).at(-1)
      return last?.version === version && last
    })
  }
  expect(await lastTold(`event:${id}`)).toMatchObject({ eventId: id, state: 'active', at: expect.any(String) })
  const tick = (personId: string) => admin('POST', `/api/emergency/${id}/account`, { personId, status: 'accounted' })
  await Promise.all(people.map(tick))
  await lastTold(`event:${id}`)
  const versions = announced(`event:${id}`).map(({ version }) => version)
  expect(versions).toEqual(versions.toSorted((a, b) => a - b))
  await admin('PUT', `/api/emergency/${id}`, { state: 'resolved', resolution: 'drill_complete' })
  for (const channel of [`event:${id}`, 'global:all'])
    expect(await lastTold(channel)).toMatchObject({ eventId: id, state: 'resolved' })
})
