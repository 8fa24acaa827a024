// Lists that update: what is there is changed by its own number, nothing is written by a preview, and a whole import can be undone.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aBadge, aBuilding, aDepartment, aFloor, aMac, anAsset, aPerson, aReceiver } from './site-things.ts'

let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
})
afterAll(() => backend.stop())

const number = () => `N-${randomUUID()}`
const importPeople = async (people: object[], more: object = {}, caller = admin) =>
  (await caller('POST', '/api/personnel/import', { people, ...more })).body.data
const person = async (id: string) => (await admin('GET', `/api/personnel/${id}`)).body.data
const undo = async (importId: string, caller = admin) => caller('POST', `/api/imports/${importId}/undo`)

describe('a list of people', () => {
  // holds rules 8-6
  it('adds, changes by number whatever its case, and leaves alone what is the same', async () => {
    const [same, other] = [await aPerson(admin, { jobTitle: 'Cook' }), await aPerson(admin, { jobTitle: 'Cook' })]
    const result = await importPeople([
      { employeeId: number(), fullName: '王小明' },
      { employeeId: String(other['employeeId']).toLowerCase(), jobTitle: 'Baker' },
      { employeeId: same['employeeId'], jobTitle: 'Cook' },
      { employeeId: number() },
    ])
    expect(result).toMatchObject({ created: 1, changed: 1, unchanged: 1, failed: 1 })
    expect(result.rows[1].fields).toEqual(['jobTitle'])
    expect(result.rows[3]).toMatchObject({ ok: false, code: 'validation_failed', path: 'fullName' })
    expect(await person(other.id)).toMatchObject({ jobTitle: 'Baker', employeeId: other['employeeId'] })
    expect(await person(result.rows[0].id)).toMatchObject({ fullName: '王小明', status: 'active' })
  })

  it('writes nothing when it only asks what would be, and says the same as afterwards', async () => {
    const known = await aPerson(admin)
    const rows = [
      { employeeId: number(), fullName: 'Ada', departmentName: 'Department of Previews' },
      { employeeId: known['employeeId'], fullName: 'Changed' },
      { employeeId: number(), fullName: 'Twice' },
    ]
    const list = [...rows, rows[2] ?? {}]
    const records = async () => (await admin('GET', '/api/audit/logs?pageSize=1')).body.data.total
    const before = await records()
    const preview = await importPeople(list, { preview: true, createDepartments: true })
    expect(preview).toMatchObject({ created: 2, changed: 1, failed: 1 })
    expect(preview.rows[3].message).toContain('Another row of this list has the same')
    expect(await person(known.id)).toMatchObject({ fullName: known['fullName'] })
    expect((await admin('GET', '/api/mgmt/departments?q=Previews')).body.data.total).toBe(0)
    expect(await records()).toBe(before)
    expect(await importPeople(list, { createDepartments: true })).toMatchObject({ created: 2, changed: 1, failed: 1 })
  })

  it('takes departments by name, and creates them only when told to', async () => {
    const { id } = await aDepartment(admin, { name: 'Glass Workshop' })
    const named = (departmentName: string) => ({ employeeId: number(), fullName: 'Ada', departmentName })
    const first = await importPeople([named('glass workshop'), named('Moon Laboratory')])
    expect(await person(first.rows[0].id)).toMatchObject({ departmentId: id })
    expect(first.rows[1]).toMatchObject({ ok: false, path: 'departmentName' })
    const second = await importPeople([named('Moon Laboratory'), named('moon laboratory')], { createDepartments: true })
    expect(second.created).toBe(2)
    expect((await admin('GET', '/api/mgmt/departments?q=Moon')).body.data.items).toMatchObject([{ memberCount: 2 }])
  })

  it('changes nobody for a caller who may only add, and tells nobody what they may not see', async () => {
    const known = await aPerson(admin, { phone: '+441632960077' })
    await admin('PUT', '/api/admin/roles/operator', { permissions: ['personnel.read', 'personnel.create'] })
    const operator = await backend.as('operator')
    const row = { employeeId: known['employeeId'], phone: '+441632960077' }
    const probe = await importPeople([row], { preview: true }, operator)
    expect(probe.rows[0]).toMatchObject({ ok: false, code: 'forbidden' })
    await admin('PUT', '/api/admin/roles/operator', {
      permissions: ['personnel.read', 'personnel.create', 'personnel.update'],
    })
    const right = await importPeople([row], { preview: true }, operator)
    const wrong = await importPeople([{ ...row, phone: '+441632960078' }], { preview: true }, operator)
    expect(right.rows[0].outcome).toBe('changed')
    expect(wrong).toEqual(right)
    const needs = await importPeople([{ employeeId: number(), fullName: 'Ada', specialNeeds: 'x' }], {}, operator)
    expect(needs.rows[0].code).toBe('forbidden')
  })
})

describe('lists of other things', () => {
  // holds rules 8-6
  it('change badges, receivers and assets by their numbers', async () => {
    const [badge, floor, tool] = [
      await aBadge(admin),
      await aFloor(admin),
      await anAsset(admin, { serialNumber: number() }),
    ]
    const receiver = await aReceiver(admin, { floorId: floor.id, x: 10, y: 20 })
    const badges = await admin('POST', '/api/transmitters/bulk', {
      transmitters: [{ transmitterId: badge['transmitterId'], name: 'Blue' }, { transmitterId: aMac() }],
    })
    expect(badges.body.data).toMatchObject({ changed: 1, failed: 1 })
    expect(badges.body.data.rows[1].path).toBe('entityType')
    const upstairs = await aFloor(admin, { buildingId: (await aBuilding(admin)).id })
    const receivers = await admin('POST', '/api/receivers/bulk', {
      receivers: [{ receiverId: receiver['receiverId'], floorId: upstairs.id }],
    })
    expect(receivers.body.data.changed).toBe(1)
    const moved = (await admin('GET', `/api/receivers/${receiver.id}`)).body.data
    expect(moved, 'a place of the other floor means nothing here').toMatchObject({
      floorId: upstairs.id,
      buildingId: upstairs.buildingId,
      x: null,
      y: null,
    })
    const assets = await admin('POST', '/api/assets/import', {
      assets: [
        { serialNumber: tool['serialNumber'], status: 'maintenance' },
        { serialNumber: number(), name: 'Scope', category: 'Instrument' },
      ],
    })
    expect(assets.body.data).toMatchObject({ created: 1, changed: 1 })
  })
})

describe('undoing an import', () => {
  it('removes what it added and gives back what it changed, with a record for each', async () => {
    const known = await aPerson(admin, { jobTitle: 'Cook' })
    const importId = randomUUID()
    const part = (people: object[]) =>
      importPeople(people, { importId, fileName: 'staff.xlsx', createDepartments: true })
    const first = await part([{ employeeId: number(), fullName: 'Ada', departmentName: 'Passing Fancy' }])
    await part([{ employeeId: known['employeeId'], jobTitle: 'Baker', email: 'baker@example.org' }])
    const [listed] = (await admin('GET', '/api/imports?kind=people')).body.data
    expect(listed).toMatchObject({ id: importId, fileName: 'staff.xlsx', created: 1, changed: 1, mayUndo: true })
    expect((await undo(importId)).body.data).toEqual({ undone: 3, refused: [], left: 0 })
    expect(await person(known.id)).toMatchObject({ jobTitle: 'Cook', email: null })
    expect((await admin('GET', `/api/personnel/${first.rows[0].id}`)).status).toBe(404)
    expect((await admin('GET', '/api/mgmt/departments?q=Passing')).body.data.total).toBe(0)
    expect((await undo(importId)).status, 'once').toBe(409)
    const { items } = (await admin('GET', '/api/audit/logs?pageSize=5')).body.data
    const actions = items.map(({ action }: { action: string }) => action).toSorted()
    expect(actions).toEqual(
      expect.arrayContaining(['departments.remove', 'imports.undo', 'personnel.change', 'personnel.remove']),
    )
  })

  it('leaves alone what somebody changed or used since, and says so', async () => {
    const [edited, untouched] = [await aPerson(admin), await aPerson(admin)]
    const importId = randomUUID()
    const added = number()
    const { rows } = await importPeople(
      [
        { employeeId: edited['employeeId'], jobTitle: 'Baker' },
        { employeeId: untouched['employeeId'], jobTitle: 'Baker' },
        { employeeId: added, fullName: 'Badge Bearer' },
      ],
      { importId },
    )
    await (
      await backend.as('safety')
    )('PUT', `/api/personnel/${edited.id}`, { jobTitle: 'Miller' })
    await aBadge(admin, { entityId: rows[2].id })
    const { undone, refused } = (await undo(importId)).body.data
    expect(undone).toBe(1)
    expect(refused).toEqual([
      { name: 'Badge Bearer', reason: 'carries a badge by now' },
      { name: edited['fullName'], reason: expect.stringMatching(/^was changed since, by safety/) },
    ])
    expect(await person(edited.id)).toMatchObject({ jobTitle: 'Miller' })
    expect(await person(untouched.id)).toMatchObject({ jobTitle: null })
  })

  it('is for whoever imported it, for a day', async () => {
    const importId = randomUUID()
    await importPeople([{ employeeId: number(), fullName: 'Ada' }], { importId })
    const safety = await backend.as('safety')
    expect((await undo(importId, safety)).status).toBe(403)
    const theirs = await safety('POST', '/api/assets/import', {
      assets: [{ serialNumber: number(), name: 'A', category: 'B' }],
      importId,
    })
    expect(theirs.body.error.issues?.[0]?.path, 'nobody adds to the list of another').toBe('importId')
    await sql`UPDATE imports SET at = at - interval '25 hours' WHERE id = ${importId}`.execute(backend.db)
    expect((await undo(importId)).status).toBe(409)
    expect(
      (await admin('GET', '/api/imports?kind=people')).body.data.map(({ id }: { id: string }) => id),
    ).not.toContain(importId)
  })
})
