// Two people read the same thing, one changes it, and the other, who has not seen that, changes or removes it: refused with 412, and
// nothing of the first change is lost (rules 8) – for every row of the contract that changes something. A new row is in the table of
// what is tried, or in the list of those that cannot overwrite anything, or fails here.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backendRows } from '@rollcall/contracts/api'
import type { Endpoint } from '@rollcall/contracts/endpoint'
import { aBackend, aUser, tokenOf, type Caller, type TestBackend } from './a-backend.ts'
import { aThing, overwriting, type Ask, type Case, type Thing } from './overwriting.ts'

let backend: TestBackend
let admin: Caller
let other: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  const { email } = await aUser(backend.db, { role: 'admin' })
  other = backend.withToken(await tokenOf(backend.nobody, email))
})
afterAll(() => backend.stop())

/** What cannot overwrite what somebody else has just written. */
const harmless: Readonly<Record<string, string>> = {
  'it makes something new':
    'savedViews.create users.create roles.create buildings.create floors.create zones.create receivers.create personnel.create assets.create contacts.create wardens.create drills.create visits.create kiosk.create kiosk.visitor transmitters.create beacons.create departments.create zoneTypes.create push.subscribe audit.write emergency.create emergency.trigger floors.calibrate floors.learnFromRests phoneBeacon.createToken phoneBeacon.completeEnrollment muster.createLinks',
  'it concerns the own session or credentials, and proves who asks':
    'auth.login auth.backendLogin auth.passkeyLogin auth.forgotPassword auth.resetPassword auth.logout auth.endSession auth.changePassword secondFactor.begin secondFactor.confirm secondFactor.renewCodes secondFactor.remove secondFactor.beginPasskey secondFactor.addPasskey secondFactor.removePasskey push.unsubscribe',
  'it takes access away, or gives a secret anew, whatever else was changed meanwhile':
    'users.resetPassword users.endSessions users.removeSecondFactor users.unlock',
  'it can only be made and removed, never changed': 'kiosk.remove',
  'a list or a choice of many says what holds from now on; an import that is undone spares what was changed since':
    'receivers.bulk transmitters.bulk personnel.import assets.import personnel.batchDelete personnel.bulkActivate personnel.bulkDeactivate imports.undo',
  'it is one step of a course, which asks itself where that stands':
    'visits.signIn visits.signOut kiosk.scan kiosk.badge',
  'decisions are facts with their time, of which the latest counts, and all are kept':
    'muster.account muster.accountMany muster.sweep muster.answerAsWarden muster.answerLink contacts.answerLink alerts.acknowledge alerts.snooze alerts.assign',
  'it asks for work and changes nothing that anybody wrote':
    'muster.sendLinks contacts.test weather.refresh gateways.syncStatus receivers.showSharedKey realtime.negotiateByPost',
}
const harmlessKeys = Object.values(harmless).flatMap((keys) => keys.split(' '))

const mutations = Object.entries(backendRows).flatMap(([domain, named]) =>
  Object.entries<Endpoint>(named)
    .filter(([, row]) => row.method !== 'GET')
    .map(([name, row]) => ({ domain, name, row, key: `${domain}.${name}` })),
)
const tried = mutations.filter(({ key }) => !harmlessKeys.includes(key))

describe('a change by somebody who has not seen the last one', () => {
  it.each(tried.map(({ key, ...rest }) => [key, rest] as const))(
    'is refused: %s',
    async (key, { domain, name, row }) => {
      const {
        read,
        one,
        late,
        table,
        again = late,
      } = await (overwriting[key]?.({ admin, backend }) ?? change(domain, name, row))
      const [first, second] = domain === 'savedViews' ? [admin, admin] : [admin, other]
      const done = await send(first, one, read)
      expect([done.status, done.text]).toEqual([200, expect.anything()])
      const [stored, records] = [await everyRowOf(table), await auditRecords()]

      const refused = await send(second, late, read)
      expect([refused.status, refused.body.error?.code]).toEqual([412, 'changed_since'])
      expect(await everyRowOf(table)).toEqual(stored)
      expect(await auditRecords()).toBe(records)

      const seen = await send(second, again, tagOf(done))
      expect([200, 201, 204]).toContain(seen.status)
      expect(await everyRowOf(table)).not.toEqual(stored)
    },
  )
  it('knows every row that stands among those that overwrite nothing', () => {
    const keys = mutations.map(({ key }) => key)
    expect(harmlessKeys.filter((key) => !keys.includes(key))).toEqual([])
    expect(harmlessKeys).toHaveLength(new Set(harmlessKeys).size)
  })
})

// holds rules 8-4
it('gives no version twice, however fast changes follow each other, and though the clock was put back', async () => {
  const { id, updatedAt } = await aThing('zoneTypes', admin)
  const path = `/api/mgmt/zone-types/${id}`
  await backend.db
    .updateTable('zoneTypes')
    .set({ updatedAt: new Date('2090-01-01') })
    .where('id', '=', id)
    .execute()
  const seen = [updatedAt]
  for (const name of ['A 1', 'A 2', 'A 3']) seen.push((await admin('PUT', path, { name })).body.data.updatedAt)
  expect(seen).toEqual([updatedAt, '2090-01-01T00:00:00.001Z', '2090-01-01T00:00:00.002Z', '2090-01-01T00:00:00.003Z'])
})

/** Of a resource: somebody changes it, the other changes or removes it. */
async function change(domain: string, name: string, row: Endpoint): Promise<Case> {
  const { change: changing } = backendRows[domain as keyof typeof backendRows] as Record<string, Endpoint>
  const thing: Thing = await aThing(domain, admin)
  const at = ({ path }: Endpoint) => path.replace(/\{\w+\}/, thing.id)
  if (!changing || !thing.change)
    throw new Error(`Nothing says what ${domain}.${name} overwrites: add it to the tables`)
  const one: Ask = { method: changing.method, path: at(changing), body: thing.change[0] }
  const late: Ask = { method: row.method, path: at(row), ...(row.method !== 'DELETE' && { body: thing.change[1] }) }
  return { read: `"${thing.updatedAt}"`, one, late, table: thing.table }
}

function send(caller: Caller, { method, path, body, upload }: Ask, tag: string | null) {
  const headers = { ...upload?.headers, ...(tag && { 'if-match': tag }) }
  return caller(method, path, body, { ...upload, headers })
}

const tagOf = ({ headers }: { headers: Record<string, unknown> }) => (headers['etag'] ? String(headers['etag']) : null)

async function everyRowOf(table: string): Promise<unknown[]> {
  const { rows } = await sql`SELECT to_jsonb(t) AS row FROM ${sql.table(table)} t ORDER BY 1`.execute(backend.db)
  return rows
}

async function auditRecords(): Promise<number> {
  const { count } = await backend.db
    .selectFrom('auditLog')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
