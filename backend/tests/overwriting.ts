// What lost-updates.test.ts tries: things that two people change, just made, with what each of them says; and the rows that change a
// thing in another way than its `change`.
import { floors } from '@rollcall/contracts/domains/floors'
import { personnel } from '@rollcall/contracts/domains/personnel'
import type { Caller, TestBackend } from './a-backend.ts'
import { aPlan } from './a-plan.ts'
import { aJpeg, anUpload } from './an-upload.ts'
import {
  aBadge,
  aBuilding,
  aDepartment,
  aFloor,
  anAsset,
  aPerson,
  aReceiver,
  aWarden,
  aZone,
  aZoneType,
  square,
} from './site-things.ts'

export type Ask = {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'GET'
  readonly path: string
  readonly body?: unknown
  readonly upload?: ReturnType<typeof anUpload>
}
/** `read`: the version that both have; null where the body says what was read. `again`: what the late one asks after reading anew. */
export type Case = {
  readonly read: string | null
  readonly one: Ask
  readonly late: Ask
  readonly again?: Ask
  readonly table: string
}
/** `change`: two bodies for its `change`. */
export type Thing = {
  readonly id: string
  readonly updatedAt: string
  readonly table: string
  readonly change: readonly [object, object]
}
type Made = { id: string; updatedAt?: unknown }
type Kind = {
  readonly table: string
  make(admin: Caller): Promise<Made>
  change(admin: Caller): Promise<readonly [object, object]>
}

let count = 0
const named = (field: string) => async () => [{ [field]: `One ${++count}` }, { [field]: `Other ${++count}` }] as const
const posted = (path: string, body: (admin: Caller) => Promise<object>) => async (admin: Caller) =>
  (await admin('POST', path, await body(admin))).body.data as Made

const badges: Kind = { table: 'transmitters', make: aBadge, change: named('name') }
const kinds: Readonly<Record<string, Kind>> = {
  savedViews: {
    table: 'savedViews',
    make: posted('/api/account/views', async () => ({ list: 'people', name: `View ${++count}`, query: { q: 'a' } })),
    change: named('name'),
  },
  users: {
    table: 'users',
    make: posted('/api/users', async () => ({ email: `u${++count}@example.org`, displayName: 'U', role: 'viewer' })),
    change: named('displayName'),
  },
  buildings: { table: 'buildings', make: aBuilding, change: named('name') },
  floors: { table: 'floors', make: (admin) => aFloor(admin), change: named('name') },
  zones: { table: 'zones', make: (admin) => aZone(admin), change: named('name') },
  receivers: { table: 'receivers', make: aReceiver, change: named('name') },
  personnel: { table: 'people', make: aPerson, change: named('fullName') },
  assets: { table: 'assets', make: anAsset, change: named('name') },
  contacts: {
    table: 'emergencyContacts',
    make: posted('/api/emergency/contacts', async () => ({ name: 'C', email: 'c@example.org', channels: ['email'] })),
    change: named('name'),
  },
  wardens: {
    table: 'wardenPeople',
    make: aWarden,
    change: async (admin) => [{ personIds: [(await aPerson(admin)).id] }, { personIds: [(await aPerson(admin)).id] }],
  },
  drills: { table: 'plannedDrills', make: aPlan, change: named('note') },
  visits: {
    table: 'visits',
    make: posted('/api/visits', async (admin) => ({
      visitor: { fullName: 'Ida' },
      buildingId: (await aBuilding(admin)).id,
    })),
    change: named('purpose'),
  },
  transmitters: badges,
  beacons: badges,
  departments: { table: 'departments', make: aDepartment, change: named('name') },
  zoneTypes: { table: 'zoneTypes', make: aZoneType, change: named('name') },
  emergency: {
    // Each change leaves its record there; the emergency and its timeline go on by themselves meanwhile.
    table: 'auditLog',
    make: posted('/api/emergency/trigger', async (admin) => ({
      scenario: 'fire',
      mode: 'test',
      scope: { buildingIds: [(await aBuilding(admin)).id] },
    })),
    change: named('message'),
  },
}

/** Both read it when it was made. */
export async function aThing(domain: string, admin: Caller): Promise<Thing> {
  const kind = kinds[domain]
  if (!kind) throw new Error(`Nothing says how to make one of ${domain}: add it to the table above`)
  const { id, updatedAt } = await kind.make(admin)
  return { id, updatedAt: String(updatedAt), table: kind.table, change: await kind.change(admin) }
}

type Here = { readonly admin: Caller; readonly backend: TestBackend }
const put = (path: string, body: object): Ask => ({ method: 'PUT', path, body })

/** Somebody changes the thing; the other does what the row does. */
async function against(
  domain: string,
  { admin, backend }: Here,
  late: (id: string) => Promise<Ask> | Ask,
): Promise<Case> {
  const { id, table, change } = await aThing(domain, admin)
  const asked = await late(id)
  // Making ready may have changed it, and both read it after that.
  const rows = backend.db
    .selectFrom(table as 'floors')
    .select('updatedAt')
    .where('id', '=', id)
  const { updatedAt } = await rows.executeTakeFirstOrThrow()
  return { read: `"${updatedAt}"`, one: put(`/api/${domain}/${id}`, change[0]), late: asked, table }
}

/** What is there without being made: read at `path`, found by `pick`, changed at `at`. */
async function standing(
  { admin }: Here,
  table: string,
  path: string,
  at: string,
  bodies: readonly [object, object],
  pick: (data: never) => { updatedAt: string } = (data) => data,
): Promise<Case> {
  const { updatedAt } = pick((await admin('GET', path)).body.data as never)
  return { read: `"${updatedAt}"`, one: put(at, bodies[0]), late: put(at, bodies[1]), table }
}

const settingsPath = '/api/mgmt/settings'
const group = (here: Here, name: string, bodies: readonly [object, object]) =>
  standing(here, 'settings', settingsPath, `${settingsPath}/${name}`, bodies, (data) => data[name])

function inOrder(table: string, path: string, was: string[]): Case {
  const order = was.toReversed()
  const at = `${path}/order`
  return {
    read: null,
    one: put(at, { order, was }),
    late: put(at, { order: [...was.slice(1), ...was.slice(0, 1)], was }),
    again: put(at, { order: was, was: order }),
    table,
  }
}

/** One that was in use before, so that there is something to return to. */
async function calibrations({ db }: TestBackend, floorId: string): Promise<void> {
  for (const version of [1, 2]) {
    const proposal = { version, referencePowerDbm: -59, pathLoss: 2.4, receivers: [], better: true }
    const row = { floorId, version, proposal: JSON.stringify(proposal), residualMaps: '{}', calibratedBy: 'Somebody' }
    await db
      .insertInto('floorCalibrations')
      .values({ ...row, activatedAt: new Date() })
      .execute()
  }
}

const photo = anUpload(personnel.uploadPhoto.body.upload.field, 'image/jpeg', aJpeg)
const plan = anUpload(
  floors.uploadPlan.body.upload.field,
  'image/svg+xml',
  '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>',
)

export const overwriting: Readonly<Record<string, (here: Here) => Promise<Case>>> = {
  'roles.remove': async ({ admin }) => {
    const path = `/api/admin/roles/Role-${++count}`
    const made = await admin('POST', '/api/admin/roles', { role: path.split('/').at(-1), permissions: [] })
    return {
      read: `"${made.body.data.updatedAt}"`,
      one: { method: 'PUT', path, body: { permissions: ['zones.read'] } },
      late: { method: 'DELETE', path },
      table: 'roles',
    }
  },
  'roles.change': (here) =>
    standing(
      here,
      'roles',
      '/api/admin/roles',
      '/api/admin/roles/viewer',
      [{ requiresSecondFactor: true }, { requiresSecondFactor: false }],
      (data: { role: string; updatedAt: string }[]) => data.find(({ role }) => role === 'viewer')!,
    ),
  'instructions.change': (here) =>
    standing(
      here,
      'scenarioInstructions',
      '/api/emergency/instructions',
      '/api/emergency/instructions/fire',
      [{ text: 'Out.' }, { text: 'Stay.' }],
      (data: { scenario: string; updatedAt: string }[]) => data.find(({ scenario }) => scenario === 'fire')!,
    ),
  'reviews.change': async (here) => {
    const { id } = await aThing('emergency', here.admin)
    const bodies = [{ notes: 'Mine.' }, { notes: 'Theirs.' }] as const
    const report = `/api/emergency/${id}/report`
    return standing(here, 'emergencyReviews', report, `/api/emergency/reviews/${id}`, bodies, ({ review }) => review)
  },
  'walls.change': async (here) => {
    const path = `/api/floors/${(await aFloor(here.admin)).id}/walls`
    const wall = { walls: [{ points: square.slice(0, 2), doors: [] }] }
    return standing(here, 'floorWalls', path, path, [wall, { walls: [] }])
  },
  'battery.changeThresholds': (here) => {
    const path = '/api/battery/thresholds'
    return standing(here, 'batteryThresholds', path, path, [
      { low: 50, critical: 10 },
      { low: 60, critical: 10 },
    ])
  },
  'weather.changeSettings': (here) =>
    standing(
      here,
      'weatherSettings',
      '/api/weather/settings',
      '/api/weather/settings/Severe',
      [{ cooldownMinutes: 5 }, { cooldownMinutes: 6 }],
      (data: { severity: string; updatedAt: string }[]) => data.find(({ severity }) => severity === 'Severe')!,
    ),
  'settings.changeBle': (here) => group(here, 'ble', [{ minimumRssiDbm: -88 }, { minimumRssiDbm: -80 }]),
  'settings.changeAlerts': (here) => group(here, 'alerts', [{ sms: true }, { push: false }]),
  'settings.changeSecurity': (here) =>
    group(here, 'security', [{ secondFactorForAll: false }, { secondFactorForAll: false }]),
  'settings.changeGeneral': (here) => group(here, 'general', [{ organisation: 'One' }, { organisation: 'Other' }]),
  'buildings.reorder': async (here) => {
    for (let made = 0; made < 3; made++) await aBuilding(here.admin)
    const { items } = (await here.admin('GET', '/api/buildings?pageSize=200&sort=displayOrder')).body.data
    return inOrder(
      'buildings',
      '/api/buildings',
      items.map(({ id }: Made) => id),
    )
  },
  'contacts.reorder': async (here) => {
    for (let made = 0; made < 3; made++) await aThing('contacts', here.admin)
    const { items } = (await here.admin('GET', '/api/emergency/contacts?pageSize=200&sort=priority')).body.data
    return inOrder(
      'emergencyContacts',
      '/api/emergency/contacts',
      items.map(({ id }: Made) => id),
    )
  },
  'floors.uploadPlan': (here) =>
    against('floors', here, (id) => ({
      method: 'POST',
      path: `/api/floors/${id}/upload`,
      upload: plan,
    })),
  'floors.acceptCalibration': (here) =>
    against('floors', here, async (id) => {
      await calibrations(here.backend, id)
      return { method: 'POST', path: `/api/floors/${id}/calibrate/accept`, body: { version: 1 } }
    }),
  'floors.rollbackCalibration': (here) =>
    against('floors', here, async (id) => {
      await calibrations(here.backend, id)
      return { method: 'POST', path: `/api/floors/${id}/calibrate/rollback`, body: { version: 1 } }
    }),
  'personnel.uploadPhoto': (here) =>
    against('personnel', here, (id) => ({
      method: 'POST',
      path: `/api/personnel/${id}/photo`,
      upload: photo,
    })),
  'personnel.removePhoto': (here) =>
    against('personnel', here, async (id) => {
      const path = `/api/personnel/${id}/photo`
      await here.admin('POST', path, undefined, photo)
      return { method: 'DELETE', path }
    }),
  'receivers.issueKey': (here) =>
    against('receivers', here, (id) => ({ method: 'POST', path: `/api/receivers/${id}/key` })),
  'receivers.removeKey': (here) =>
    against('receivers', here, async (id) => {
      const path = `/api/receivers/${id}/key`
      await here.admin('POST', path)
      return { method: 'DELETE', path }
    }),
  'transmitters.assign': (here) =>
    against('transmitters', here, async (id) => {
      const [badge, person] = [
        (await here.admin('GET', `/api/transmitters/${id}`)).body.data,
        await aPerson(here.admin),
      ]
      const body = { transmitterId: badge.transmitterId, entityType: 'employee', entityId: person.id }
      return { method: 'POST', path: '/api/transmitters/assign', body }
    }),
}
