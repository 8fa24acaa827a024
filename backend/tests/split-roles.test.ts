// Roles cut otherwise than the defaults: what one permission guards is not reached by another (rules 11).
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { defaultRoles, type Permission } from '@rollcall/contracts/permissions'
import { addHistory } from '../src/domains/assets/asset-queries.ts'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aBadge, aBuilding, anAsset, aPerson } from './site-things.ts'

let backend: TestBackend
let admin: Caller
let safety: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  safety = await backend.as('safety')
})
afterAll(() => backend.stop())

const setRole = (permissions: readonly Permission[]) => admin('PUT', '/api/admin/roles/safety', { permissions })
const without = (...taken: Permission[]) => setRole(defaultRoles.safety.filter((one) => !taken.includes(one)))
afterEach(() => setRole(defaultRoles.safety))

it('health data is neither written nor taken away by whoever may not see it', async () => {
  const { id } = await aPerson(admin, { specialNeeds: 'Needs a guide' })
  await without('personnel.health')
  for (const specialNeeds of ['Nothing', '', null])
    expect((await safety('PUT', `/api/personnel/${id}`, { specialNeeds })).status).toBe(403)
  expect((await safety('PUT', `/api/personnel/${id}`, { jobTitle: 'Guard' })).status).toBe(200)
  expect((await safety('POST', '/api/personnel', { employeeId: 'N1', fullName: 'N', specialNeeds: 'x' })).status).toBe(
    403,
  )
  expect((await admin('GET', `/api/personnel/${id}`)).body.data).toMatchObject({
    specialNeeds: 'Needs a guide',
    jobTitle: 'Guard',
  })
})

it('a badge is not taken from its carrier by whoever may not assign, whichever way', async () => {
  const person = await aPerson(admin)
  const asset = await anAsset(admin)
  const worn = await aBadge(admin, { entityId: person.id })
  const tag = await aBadge(admin, { entityType: 'asset', entityId: asset.id })
  await without('transmitters.assign')
  for (const body of [{ entityId: null }, { entityType: 'standalone', entityId: null }])
    for (const method of ['PUT', 'PATCH'] as const)
      expect((await safety(method, `/api/transmitters/${worn.id}`, body)).status).toBe(403)
  expect((await safety('PUT', `/api/assets/${asset.id}`, { transmitterId: null })).status).toBe(403)
  expect((await safety('PUT', `/api/transmitters/${worn.id}`, { name: 'Renamed' })).status).toBe(200)
  expect((await safety('PUT', `/api/assets/${asset.id}`, { name: 'Renamed' })).status).toBe(200)
  const carriers = async () =>
    Promise.all(
      [worn, tag].map(async ({ id }) => (await admin('GET', `/api/transmitters/${id}`)).body.data.entityId as string),
    )
  expect(await carriers()).toEqual([person.id, asset.id])
  await setRole(defaultRoles.safety)
  expect((await safety('PUT', `/api/transmitters/${worn.id}`, { entityId: null })).status).toBe(200)
  expect((await safety('PUT', `/api/assets/${asset.id}`, { transmitterId: null })).status).toBe(200)
  expect(await carriers()).toEqual([null, null])
})

it('the history of an asset tells nothing of places to whoever may not see positions', async () => {
  const asset = await anAsset(admin, { status: 'available' })
  await addHistory(backend.db, asset.id, null, [
    { type: 'seen', fromValue: null, toValue: 'Store' },
    { type: 'moved', fromValue: 'Store', toValue: 'Ward 3' },
  ])
  const told = async (query = '') => {
    const { total, items } = (await safety('GET', `/api/assets/${asset.id}/history${query}`)).body.data
    return [total, items.map(({ type }: { type: string }) => type)]
  }
  expect(await told()).toEqual([3, ['moved', 'seen', 'status']])
  await without('positions.read')
  expect(await told()).toEqual([1, ['status']])
  expect(await told('?q=ward')).toEqual([0, []])
  expect(await told('?type=moved')).toEqual([0, []])
})

it('the dashboard tells of an emergency only to those who may read of it', async () => {
  const { id: buildingId } = await aBuilding(admin)
  await admin('POST', '/api/emergency/trigger', { scenario: 'fire', scope: { buildingIds: [buildingId] } })
  const told = async () => {
    const whole = (await safety('GET', '/api/dashboard')).body.data
    const buildings = (await safety('GET', '/api/dashboard/buildings')).body.data
    const flags = [...whole.buildings, ...buildings].filter((one) => one.buildingId === buildingId)
    return [whole.summary.activeEmergencies.length, ...flags.map((one) => one.emergencyActive as boolean)]
  }
  expect(await told()).toEqual([1, true, true])
  await without('emergency.read')
  expect(await told()).toEqual([0, false, false])
})

it('the audit log tells nobody of health and phone numbers, not even who may see them in the register', async () => {
  const person = await aPerson(admin, { specialNeeds: 'Asthma', phone: '+441632960017' })
  await admin('PUT', `/api/personnel/${person.id}`, { specialNeeds: 'Severe asthma' })
  const read = async () => {
    const logs = await safety('GET', `/api/audit/logs?entityId=${person.id}`)
    const files = ['csv', 'ndjson'].map((format) =>
      safety('GET', `/api/audit/export?format=${format}&entityId=${person.id}`),
    )
    expect([logs.status, ...(await Promise.all(files)).map(({ status }) => status)]).toEqual([200, 200, 200])
    return [logs, ...(await Promise.all(files))].map(({ text }) => text)
  }
  const kept = defaultRoles.safety.filter((one) => one !== 'personnel.health' && one !== 'emergency.account')
  for (const permissions of [defaultRoles.safety, kept]) {
    await setRole([...permissions, 'audit.read', 'audit.export'])
    for (const text of await read()) {
      expect(text).not.toMatch(/asthma|960017/i)
      expect(text).toContain(String(person['employeeId']))
    }
  }
})
