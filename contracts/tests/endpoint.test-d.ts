// What must not compile (spec 4.1.5, "a call without its body"). Checked by `tsc -p contracts`, never run: an expected error
// that does not come is itself an error.
import { expectTypeOf } from 'vitest'
import { z } from 'zod'
import {
  get,
  patch,
  post,
  put,
  remove,
  type CallInput,
  type CallResult,
  type Endpoint,
  type Handlers,
} from '../src/endpoint.ts'
import type { allRows, BackendRows } from '../src/api.ts'
import type { floors } from '../src/domains/floors.ts'
import type { personnel } from '../src/domains/personnel.ts'
import type { roles } from '../src/domains/roles.ts'
import type { transmitters } from '../src/domains/transmitters.ts'
import { zones, type Zone } from '../src/domains/zones.ts'

declare function call<E extends Endpoint>(row: E, input: CallInput<E>): Promise<CallResult<E>>
declare const zone: Zone
declare const context: { userId: string }
type Context = typeof context

// ---- rows ----

const Reply = z.object({ ok: z.boolean() })
const meta = { access: 'zones.read', reply: Reply, says: 'An example' } as const
const mutation = { ...meta, changes: 'site' } as const

get('/api/example', meta)
post('/api/example/{id}/{token}', Reply, { ...mutation, params: { token: z.string() }, secret: ['token'] })
// @ts-expect-error a POST without a schema
post('/api/example', mutation)
// @ts-expect-error a PUT without a schema
put('/api/example', mutation)
// @ts-expect-error a PATCH whose schema is null
patch('/api/example', null, mutation)
// @ts-expect-error a mutation that does not say what it changes
post('/api/example', Reply, meta)
// @ts-expect-error a topic that does not exist
post('/api/example', Reply, { ...meta, changes: 'sight' })
// @ts-expect-error a secret that is not in the path
get('/api/example/{id}', { ...meta, secret: ['token'] })
// @ts-expect-error the schema of a parameter that is not in the path
get('/api/example/{id}', { ...meta, params: { token: z.string() } })
// @ts-expect-error the same beside one that is
get('/api/example/{role}', { ...meta, params: { role: z.enum(['a']), token: z.string() } })
// @ts-expect-error a limit that is only a number
get('/api/example', { ...meta, limit: 30 })
// @ts-expect-error a permission that does not exist
get('/api/example', { ...meta, access: 'zones.reed' })
// @ts-expect-error a row that does not say what it does
get('/api/example', { access: 'public', reply: Reply })
// @ts-expect-error a row that does not say what it answers
get('/api/example', { access: 'public', says: 'An example' })
// @ts-expect-error rows are data: they are not changed
zones.list.path = '/api/other'

// ---- handlers ----

const noZones = { items: [], total: 0, page: 1, pageSize: 25 }
const complete: Handlers<typeof zones, Context> = {
  list: async ({ query }) => ({ ...noZones, page: query.page }),
  create: async ({ body }) => ({ ...zone, isEmergency: body.isEmergency }),
  emergency: async () => [zone],
  read: async ({ params }) => ({ ...zone, id: params.id }),
  change: async ({ body }) => ({ ...zone, name: body.name ?? zone.name }),
  remove: async () => null,
}
const { remove: _, ...withoutOne } = complete
// @ts-expect-error a handler is missing
export const missing: Handlers<typeof zones, Context> = withoutOne
// @ts-expect-error a handler too many
export const superfluous: Handlers<typeof zones, Context> = { ...complete, paint: async () => null }
// @ts-expect-error a handler that answers something else
export const wrongReply: Handlers<typeof zones, Context> = { ...complete, read: async () => ({ id: zone.id }) }
// @ts-expect-error a handler that forgets to answer
export const noReply: Handlers<typeof zones, Context> = { ...complete, read: async () => null }
export const wrongParameter: Handlers<typeof zones, Context> = {
  ...complete,
  // @ts-expect-error the path has no such parameter
  read: async ({ params }) => (params.zoneId === undefined ? zone : zone),
}
export const rawBody: Handlers<typeof zones, Context> = {
  ...complete,
  // @ts-expect-error a field that no schema named is out of reach
  change: async ({ body }) => ({ ...zone, name: body.title }),
}

// ---- calls ----

const body = { floorId: zone.floorId, name: 'Lobby', zoneTypeId: zone.zoneTypeId, polygon: zone.polygon }
void call(zones.create, { body })
void call(zones.change, { params: { id: zone.id }, body: { name: 'Hall' } })
void call(zones.list, {})
void call(zones.list, { query: { pageSize: 50, isMusterPoint: 'true' } })
// @ts-expect-error a call without its body
void call(zones.create, {})
// @ts-expect-error a call without its path parameter
void call(zones.change, { body: { name: 'Hall' } })
// @ts-expect-error a call with a path parameter that is not there
void call(zones.change, { params: { id: zone.id, zoneId: zone.id }, body: { name: 'Hall' } })
// @ts-expect-error a body with a wrong field
void call(zones.change, { params: { id: zone.id }, body: { nam: 'Hall' } })
// @ts-expect-error a body where none is sent
void call(zones.read, { params: { id: zone.id }, body: {} })
// @ts-expect-error a query where none is asked
void call(zones.read, { params: { id: zone.id }, query: { page: 1 } })
// @ts-expect-error a filter that does not exist
void call(zones.list, { query: { colour: 'red' } })

// ---- what rows mean ----

expectTypeOf<CallResult<typeof zones.read>>().toEqualTypeOf<Zone>()
expectTypeOf<CallResult<typeof zones.remove>>().toEqualTypeOf<null>()
expectTypeOf<CallResult<typeof floors.plan>>().toEqualTypeOf<Blob>()
expectTypeOf<CallInput<typeof floors.uploadPlan>['body']>().toEqualTypeOf<Blob>()
// A parameter with a schema of its own is of its type; any other is the text of an id.
expectTypeOf<CallInput<typeof roles.change>['params']['role']>().toEqualTypeOf<string>()
expectTypeOf<CallInput<typeof zones.read>['params']['id']>().toEqualTypeOf<string>()
// The alias of entityType does not blur the types of a body or a query.
expectTypeOf<CallInput<typeof transmitters.assign>['body']['entityId']>().toEqualTypeOf<string | null>()
expectTypeOf<CallInput<typeof personnel.change>['body']['fullName']>().toEqualTypeOf<string | undefined>()
expectTypeOf<BackendRows['zones']>().toEqualTypeOf<typeof zones>()
expectTypeOf<(typeof allRows)[number]>().toEqualTypeOf<Endpoint>()
expectTypeOf(
  remove('/api/example/{id}', { access: 'public', reply: null, changes: [], says: 'An example' }).body,
).toEqualTypeOf<null>()
