// One building of several, chosen in the frame of the pages: every list and number that takes `buildingId` tells of that one alone.
import { defaultRoles } from '@rollcall/contracts/permissions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBackend, tokenOf, type Caller, type TestBackend } from './a-backend.ts'
import { idsOf, oneOfEverything, type OneOfEverything } from './a-hidden-building.ts'

let backend: TestBackend
let admin: Caller
let ours: OneOfEverything
let others: OneOfEverything
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  ours = await oneOfEverything(backend, admin, 'Ours')
  others = await oneOfEverything(backend, admin, 'Hidden')
})
afterAll(() => backend.stop())

const read = async (caller: Caller, path: string, { buildingId }: OneOfEverything) => {
  const reply = await caller('GET', `${path}?buildingId=${buildingId}`)
  expect([path, reply.status]).toEqual([path, 200])
  return reply
}
const paths = [
  '/api/dashboard',
  '/api/dashboard/summary',
  '/api/dashboard/floors',
  '/api/activity',
  '/api/alerts',
  '/api/zones',
  '/api/receivers',
  '/api/visits',
  '/api/emergency',
  '/api/emergency/roster',
]

it.each(paths)('%s tells of the one that is asked for and of no other', async (path) => {
  const { text } = await read(admin, path, ours)
  const named = (things: OneOfEverything) => idsOf(things).filter((id) => text.includes(id))
  expect(named(others)).toEqual([])
  expect(named(ours)).not.toEqual([])
  const whole = (await admin('GET', path)).text
  expect(
    idsOf(others).filter((id) => whole.includes(id)),
    'without it, of all',
  ).not.toEqual([])
})

it('counts who is in it, and lists the people and badges that were seen there last', async () => {
  const summary = (await read(admin, '/api/dashboard/summary', ours)).body.data
  expect([summary.peopleOnSite, summary.receiversTotal]).toEqual([1, 1])
  const people = (await read(admin, '/api/personnel', ours)).body.data.items
  expect(people.map(({ id }: { id: string }) => id)).toEqual([ours.person.id])
  const badges = (await read(admin, '/api/transmitters', others)).body.data.items
  expect(badges.map((one: { transmitterId: string }) => one.transmitterId)).toEqual([others.person.transmitterId])
  expect((await read(admin, '/api/assets', ours)).body.data.total, 'never seen anywhere').toBe(0)
})

it('shows nothing to an account that is limited to another', async () => {
  const email = 'elsewhere@example.org'
  const password = 'elsewhere horse battery'
  const account = { email, displayName: 'Elsewhere', role: 'operator', password, buildingIds: [ours.buildingId] }
  await admin('POST', '/api/users', account)
  await backend.db.updateTable('users').set({ mustChangePassword: false }).where('email', '=', email).execute()
  const limited = backend.withToken(await tokenOf(backend.nobody, email, password))
  for (const path of ['/api/activity', '/api/alerts', '/api/zones', '/api/personnel', '/api/transmitters'])
    expect([path, (await read(limited, path, others)).body.data.items]).toEqual([path, []])
  expect((await read(limited, '/api/dashboard/summary', others)).body.data.peopleOnSite).toBe(0)
  expect((await read(limited, '/api/dashboard/summary', ours)).body.data.peopleOnSite).toBe(1)
})

it('is a place, which only those are told who may see places', async () => {
  const permissions = defaultRoles.operator.filter((one) => one !== 'positions.read')
  expect((await admin('PUT', '/api/admin/roles/operator', { permissions })).status).toBe(200)
  const operator = await backend.as('operator')
  for (const path of ['/api/personnel', '/api/personnel/export/csv', '/api/transmitters', '/api/assets']) {
    const { status } = await operator('GET', `${path}?buildingId=${ours.buildingId}`)
    expect([path, status]).toEqual([path, 403])
  }
})
