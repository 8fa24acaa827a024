// What another one has already is refused with the name of the field, so that a form can say it there.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aBuilding, aFloor, aPerson, aZoneType } from './site-things.ts'

let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
})
afterAll(() => backend.stop())

it.each([
  ['a building', 'name', async () => again('/api/buildings', await aBuilding(admin), { name: 'NAME' })],
  ['a floor', 'level', async () => again('/api/floors', await aFloor(admin), { name: 'Other', widthM: 9, heightM: 9 })],
  ['a kind of zone', 'name', async () => again('/api/mgmt/zone-types', await aZoneType(admin), { colour: '#123456' })],
  ['a person', 'employeeId', async () => again('/api/personnel', await aPerson(admin), { fullName: 'Other' })],
] as const)('%s: %s', async (_, field, ask) => {
  const { status, body } = await ask()
  expect([status, body.error]).toMatchObject([409, { code: 'conflict', issues: [{ path: field }] }])
})

/** The same once more, but for what is not compared. */
function again(path: string, one: Record<string, unknown>, more: Record<string, unknown>) {
  const { buildingId, level, name, employeeId } = one
  const body = { buildingId, level, name, employeeId, ...more }
  if (more['name'] === 'NAME') body.name = String(name).toUpperCase()
  return admin('POST', path, JSON.parse(JSON.stringify(body)))
}
