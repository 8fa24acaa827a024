// Two removals of one thing at the same moment: one is done, the other finds nothing, and there is one audit record – for every DELETE
// row of the contract. A new row without an entry in the table of builders fails here.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backendRows } from '@rollcall/contracts/api'
import type { OpenSession } from '@rollcall/contracts/domains/auth'
import { auditNames, paramNames, type Endpoint } from '@rollcall/contracts/endpoint'
import { aPlan } from './a-plan.ts'
import { aBackend, aUser, tokenOf, type Caller, type TestBackend } from './a-backend.ts'
import { aJpeg, anUpload } from './an-upload.ts'
import { eventually } from './eventually.ts'
import { plainResource } from './plain-resources.ts'
import { aBadge, aFloor, aPerson, aPushSubscription, aReceiver, aWarden, aZone, aZoneType } from './site-things.ts'

const rows = Object.entries(backendRows).flatMap(([domain, named]) =>
  Object.entries<Endpoint>(named).map(([name, row]) => ({ domain, name, row, key: `${domain}.${name}` })),
)
const removals = rows.filter(({ row }) => row.method === 'DELETE')

let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
})
afterAll(() => backend.stop())

/** What each row removes, just made; answers its id. Plain resources need no entry. */
const made: Readonly<Record<string, () => Promise<{ id: string }>>> = {
  'users.remove': () => aUser(backend.db, { role: 'viewer' }),
  'roles.remove': async () => {
    await admin('POST', '/api/admin/roles', { role: 'Night-guard', permissions: [] })
    return { id: 'Night-guard' }
  },
  'auth.endSession': async () => {
    const { email } = (await admin('GET', '/api/auth/backend-me')).body.data
    await tokenOf(backend.nobody, email)
    return (await admin('GET', '/api/auth/sessions')).body.data.find(({ isCurrent }: OpenSession) => !isCurrent)
  },
  'floors.remove': () => aFloor(admin),
  'zones.remove': () => aZone(admin),
  'receivers.remove': () => aReceiver(admin),
  'receivers.removeKey': async () => {
    const receiver = await aReceiver(admin)
    await admin('POST', `/api/receivers/${receiver.id}/key`)
    return receiver
  },
  'personnel.remove': () => aPerson(admin),
  'personnel.removePhoto': async () => {
    const person = await aPerson(admin)
    await admin('POST', `/api/personnel/${person.id}/photo`, undefined, anUpload('photo', 'image/jpeg', aJpeg))
    return person
  },
  'transmitters.remove': () => aBadge(admin),
  'beacons.remove': () => aBadge(admin),
  'zoneTypes.remove': () => aZoneType(admin),
  'push.unsubscribe': async () => (await admin('POST', '/api/push/subscriptions', aPushSubscription())).body.data,
  'savedViews.remove': async () =>
    (await admin('POST', '/api/account/views', { list: 'people', name: 'Mine', query: { q: 'ada' } })).body.data,
  'drills.remove': () => aPlan(admin),
  'kiosk.remove': async () => {
    const { buildingId } = await aFloor(admin)
    return (await admin('POST', '/api/kiosks', { name: 'Main entrance', buildingId })).body.data
  },
  'wardens.remove': () => aWarden(admin),
  'visits.remove': async () => {
    const [{ id: personId }, { buildingId }] = [await aPerson(admin, { entityType: 'visitor' }), await aFloor(admin)]
    return (await admin('POST', '/api/visits', { personId, buildingId })).body.data
  },
}

describe('two removals at the same moment', () => {
  it.each(removals.map(({ key, ...rest }) => [key, rest] as const))(
    'are one 204, one 404 and one audit record: %s',
    async (key, { domain, name, row }) => {
      const { id } = await (made[key]?.() ?? plainResource(domain)?.make(admin) ?? missing(key))
      const path = paramNames(row.path).reduce((text, param) => text.replace(`{${param}}`, id), row.path)
      const replies = await bothBeforeEitherEnds(() => admin('DELETE', path))
      expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 404])

      const { action, resource } = auditNames(domain, name, row)
      const records = await backend.db
        .selectFrom('auditLog')
        .select(['resource'])
        .where('entityId', '=', id)
        .where('action', '=', action)
        .execute()
      expect(records).toEqual([{ resource }])
    },
  )
})

function missing(key: string): never {
  throw new Error(`Nothing says how to make what ${key} removes: add it to the table above`)
}

/** Holds the head of the audit chain, where every change ends, until both calls wait for a lock: then neither has ended, and both
 * have seen what there was. */
async function bothBeforeEitherEnds<T>(call: () => Promise<T>): Promise<T[]> {
  const { started } = await backend.db.transaction().execute(async (tx) => {
    await tx.selectFrom('auditHead').select('seq').forUpdate().execute()
    const started = [call(), call()]
    await eventually('both calls to wait', async () => (await waitingForLocks()) === 2)
    return { started }
  })
  return Promise.all(started)
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
    backend.db,
  )
  return rows[0]?.count ?? 0
}
