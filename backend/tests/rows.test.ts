// Every row of the contract, by table: no token, no permission, bad body, and nothing that answers 500.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backendRows } from '@rollcall/contracts/api'
import { isUpload, type Endpoint } from '@rollcall/contracts/endpoint'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { anUpload } from './an-upload.ts'

const rows = Object.entries(backendRows).flatMap(([domain, named]) =>
  Object.entries<Endpoint>(named).map(([name, row]) => ({ key: `${domain}.${name}`, row })),
)
const named = (list: typeof rows) => list.map(({ key, row }) => [`${row.method} ${row.path}`, row, key] as const)
/** Parameters that are no ids, as they may be. */
const goodParams: Readonly<Record<string, string>> = {
  role: 'viewer',
  scenario: 'fire',
  severity: 'Minor',
  token: 'x'.repeat(43),
}
const pathOf = (row: Endpoint) =>
  row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => goodParams[name] ?? randomUUID())

let backend: TestBackend
let admin: Caller
let powerless: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  powerless = await backend.as('viewer')
  await admin('PUT', '/api/admin/roles/viewer', { permissions: [] })
})
afterAll(() => backend.stop())

describe('access', () => {
  // holds spec 5.3-3
  it('is open to everyone on these rows and no others', () => {
    const open = rows.filter(({ row }) => row.access === 'public').map(({ row }) => `${row.method} ${row.path}`)
    expect(open.toSorted()).toEqual([
      'GET /api/auth/methods',
      'GET /api/auth/passkey-challenge',
      'GET /api/contact-link/{token}',
      'GET /api/kiosk/{token}',
      'GET /api/muster-link/{token}',
      'GET /api/phone-beacon/{token}',
      'POST /api/auth/backend-login',
      'POST /api/auth/forgot-password',
      'POST /api/auth/login',
      'POST /api/auth/logout',
      'POST /api/auth/passkey-login',
      'POST /api/auth/reset-password',
      'POST /contact-link/{token}',
      'POST /kiosk/{token}/badge',
      'POST /kiosk/{token}/scan',
      'POST /kiosk/{token}/visitors',
      'POST /muster-link/{token}',
    ])
  })

  // holds spec 5.5-2
  it.each(named(rows.filter(({ row }) => row.access !== 'public')))(
    'is refused without a token: %s',
    async (_, row) => {
      const { status, body, headers } = await backend.nobody(row.method, pathOf(row), row.body ? {} : undefined)
      expect([status, body.success, body.error.code]).toEqual([401, false, 'unauthenticated'])
      expect(headers['www-authenticate']).toBe('Bearer')
      expect(headers['x-request-id']).toBe(body.error.requestId)
    },
  )

  const guarded = rows.filter(({ row }) => row.access !== 'public' && row.access !== 'signed-in')
  // holds spec 1.5-1, 5.3-2; rules 1-6
  it.each(named(guarded))('is refused without the permission: %s', async (_, row) => {
    const { status, body } = await powerless(row.method, pathOf(row), row.body ? {} : undefined)
    expect([status, body.error.code]).toEqual([403, 'forbidden'])
  })
})

describe('a bad body', () => {
  const withSchema = rows.filter(({ row }) => row.body !== null && !isUpload(row.body))
  // holds rules 1-10
  it.each(named(withSchema))('is refused with every issue: %s', async (_, row) => {
    for (const wrong of [[], 'text', 7, null, { noSuchField: true }]) {
      const { status, body } = await admin(row.method, pathOf(row), wrong)
      expect([status, body.error.code]).toEqual([400, 'validation_failed'])
      expect(body.error.issues?.length).toBeGreaterThan(0)
    }
  })

  // holds rules 1-9
  it.each(named(withSchema))('that is not JSON is refused: %s', async (_, row) => {
    const broken = await admin(row.method, pathOf(row), undefined, { payload: '{"a":' })
    expect([broken.status, broken.body.error.code]).toEqual([400, 'malformed_body'])
    const form = await admin(row.method, pathOf(row), undefined, {
      payload: 'a=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([form.status, form.body.error.code]).toEqual([415, 'unsupported_media_type'])
  })

  // holds rules 1-18
  it.each(named(rows.filter(({ row }) => isUpload(row.body))))(
    'where a file belongs is refused: %s',
    async (_, row) => {
      const { status, body } = await admin(row.method, pathOf(row), {})
      expect([status, body.error.code]).toEqual([415, 'unsupported_media_type'])
    },
  )

  // holds rules 1-17
  it('that is too large is refused', async () => {
    const payload = JSON.stringify({ name: 'x'.repeat(1024 * 1024) })
    const { status, body } = await admin('POST', '/api/buildings', undefined, { payload })
    expect([status, body.error.code]).toEqual([413, 'body_too_large'])
  })

  it('that would reach into prototypes is refused', async () => {
    const { status } = await admin('POST', '/api/buildings', undefined, { payload: '{"__proto__":{"admin":true}}' })
    expect(status).toBe(400)
  })
})

describe('reading', () => {
  // holds spec 2.6-1, 4.2-1, 4.2-2, 4.2-3, 4.2-4, 4.2-5, 4.2-6, 4.2-7, 4.2-8, 4.2-9, 4.2-10, 4.2-11, 4.2-12
  // holds spec 4.2-13, 4.2-14, 4.2-15, 4.2-16, 4.2-17, 4.2-18, 4.2-19, 4.2-20, 4.2-21
  it.each(named(rows.filter(({ row }) => row.method === 'GET')))('answers by its contract: %s', async (_, row, key) => {
    const range = `from=${new Date(Date.now() - 3_600_000).toISOString()}&to=${new Date().toISOString()}`
    const extra: Record<string, string> = {
      'dashboard.occupancy': range,
      'positions.history': range,
      'positions.presence': `${range}&floorId=${randomUUID()}`,
      'positions.heat': `${range}&floorId=${randomUUID()}`,
      'imports.list': 'kind=people',
    }
    const { status } = await admin('GET', `${pathOf(row)}?${extra[key] ?? ''}`)
    expect([200, 404]).toContain(status)
  })

  // holds rules 1-12
  it.each(named(rows))('a query parameter that nobody knows is refused: %s', async (_, row) => {
    const send = isUpload(row.body) ? anUpload(row.body.upload.field, 'image/png', 'x') : {}
    const { status, body } = await admin(row.method, `${pathOf(row)}?noSuchParameter=1`, undefined, send)
    expect([status, body.error.code]).toEqual([400, 'validation_failed'])
    expect(body.error.issues?.map(({ path }) => path)).toContain('noSuchParameter')
  })

  const matches = (path: string) => (row: Endpoint) =>
    new RegExp(`^${row.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
  const paths = [...new Set(rows.map(({ row }) => row.path))]
  // holds rules 1-14
  it.each(paths)('a method that its path does not have is 405, with those that it has: %s', async (path) => {
    const there = rows.map(({ row }) => row).filter(matches(path))
    const allowed = [...new Set(there.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
    for (const method of (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((one) => !allowed.includes(one))) {
      const { status, body, headers } = await backend.nobody(method, path.replaceAll(/[{}]/g, ''))
      expect([method, status, body.error.code]).toEqual([method, 405, 'method_not_allowed'])
      expect(headers['allow']).toBe(allowed.toSorted().join(', '))
    }
  })

  const lists = rows.filter(({ row }) => {
    const parsed = row.query?.safeParse({ page: '3' })
    return !row.path.includes('{') && parsed?.success && Object.hasOwn(parsed.data as object, 'pageSize')
  })
  // holds rules 8-5
  it.each(named(lists))('refuses an unknown sort field and pages by default: %s', async (_, row) => {
    const odd = await admin('GET', `${row.path}?sort=noSuchField`)
    expect([odd.status, odd.body.error.issues?.[0]?.path]).toEqual([400, 'sort'])
  })

  // holds rules 1-13
  it('answers 404 to an unknown path and an id that cannot exist', async () => {
    for (const path of ['/api/nothing', '/api/zones/not-a-uuid', `/api/zones/${randomUUID()}`, '/nothing']) {
      const { status, body } = await admin('GET', path)
      expect([path, status, body.error.code]).toEqual([path, 404, 'not_found'])
    }
  })
})
