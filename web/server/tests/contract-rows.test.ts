// Every row of the contract is mounted (spec 4.2): each method and path reaches the same path of the backend, each mutation
// validates first (spec 4.1.5), and what arrives is the validated body.
import { allRows } from '@rollcall/contracts/api'
import { serverLayer } from '@rollcall/contracts/domains/server-layer'
import { isUpload, type Endpoint } from '@rollcall/contracts/endpoint'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { csrf, mutation, tokenOf } from './bench/callers.ts'
import { startServerLayer, type Bench } from './bench/server-layer.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startServerLayer()
})
afterAll(() => bench.stop())
beforeEach(() => {
  bench.backend.requests.length = 0
})

const own = new Set<Endpoint>(Object.values(serverLayer))
const forwarded = allRows.filter((row) => !own.has(row) && !row.path.startsWith('/api/auth/'))
const pathOf = (row: Endpoint) => row.path.replaceAll(/\{\w+\}/g, 'AA:1')
const named = (rows: readonly Endpoint[]) => rows.map((row) => [`${row.method} ${row.path}`, row] as const)
const admin = () => tokenOf('admin')

describe('a read', () => {
  it.each(named(forwarded.filter((row) => row.method === 'GET')))('%s reaches the same path', async (_name, row) => {
    const answer = await bench.send({ path: `${pathOf(row)}?x=1`, headers: { Cookie: `auth_token=${admin()}` } })
    expect(answer.status).toBe(200)
    expect(bench.backend.requests.map(({ method, target }) => [method, target])).toEqual([
      ['GET', `${pathOf(row)}?x=1`],
    ])
  })
})

describe('a mutation', () => {
  const json = forwarded.filter((row) => row.method !== 'GET' && row.body !== null && !isUpload(row.body))
  const bodies = ['[]', '"x"', '1', 'null', '{"no such field":1}', '{"__proto__":{"x":1}}']

  it.each(named(json))('%s refuses what is not its body, and forwards none of it', async (_name, row) => {
    for (const body of bodies) {
      const answer = await bench.send(mutation(pathOf(row), body, { method: row.method, token: admin() }))
      const expected = accepts(row, body) ? [body, 200, undefined] : [body, 400, 'validation_failed']
      expect([body, answer.status, answer.json().error?.code]).toEqual(expected)
    }
    for (const recorded of bench.backend.requests)
      expect(accepts(row, recorded.body.toString() || undefined)).toBe(true)
  })

  const bodiless = forwarded.filter((row) => row.method === 'DELETE' && row.body === null)
  it.each(named(bodiless))('%s is forwarded without body and media type', async (_name, row) => {
    const headers = { Cookie: `auth_token=${admin()}; csrf_token=${csrf}`, 'X-CSRF-Token': csrf }
    const answer = await bench.send({ method: 'DELETE', path: pathOf(row), headers })
    expect(answer.status).toBe(200)
    expect(bench.backend.requests[0]?.headers).not.toHaveProperty('content-type')
    expect(bench.backend.requests[0]?.body.length).toBe(0)
    const refused = await bench.send(mutation(pathOf(row), { x: 1 }, { method: 'DELETE', token: admin() }))
    expect(refused.status).toBe(400)
  })

  const mutations = forwarded.filter((row) => row.method !== 'GET')
  it.each(named(mutations))('%s is refused without a token and without a CSRF pair', async (_name, row) => {
    expect((await bench.send(mutation(pathOf(row), {}, { method: row.method, token: 'x' }))).status).toBe(401)
    expect((await bench.send({ method: row.method, path: pathOf(row) })).status).toBe(403)
    expect(bench.backend.requests).toHaveLength(0)
  })
})

function accepts(row: Endpoint, text: string | undefined): boolean {
  if (row.body === null || isUpload(row.body)) return false
  return row.body.safeParse(text === undefined ? undefined : JSON.parse(text)).success
}

describe('a validated body', () => {
  const zone = {
    floorId: '7f3f9c0e-8a37-4a54-9d0b-2f3f6d1c0a01',
    name: '  Lobby ',
    zoneTypeId: '7f3f9c0e-8a37-4a54-9d0b-2f3f6d1c0a02',
    polygon: [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 10 },
    ],
  }
  it('is written anew: trimmed, with defaults, with the right length', async () => {
    const answer = await bench.send(mutation('/api/zones', JSON.stringify(zone, null, 4)))
    expect(answer.status).toBe(200)
    const { body, headers } = bench.backend.requests[0]!
    expect(JSON.parse(body.toString())).toMatchObject({ ...zone, name: 'Lobby', isEmergency: false, capacity: null })
    expect(headers['content-length']).toBe(String(body.length))
    expect(headers['content-type']).toBe('application/json')
  })

  it('names every issue when it is not one, and does not repeat the input', async () => {
    const answer = await bench.send(mutation('/api/zones', { ...zone, name: '', polygon: [], secretField: 'hunter2' }))
    const issues = answer.json().error?.issues as { path: string }[]
    expect(issues.map(({ path }) => path)).toEqual(expect.arrayContaining(['name', 'polygon']))
    expect(answer.body.toString()).not.toContain('hunter2')
  })

  it('may be absent where the row says so', async () => {
    const headers = { Cookie: `auth_token=${admin()}; csrf_token=${csrf}`, 'X-CSRF-Token': csrf }
    const answer = await bench.send({ method: 'POST', path: '/api/negotiate', headers })
    expect(answer.status).toBe(200)
    expect(bench.backend.requests[0]?.body.length).toBe(0)
  })
})

describe('fixed segments', () => {
  it.each([
    ['GET', '/api/users/roles'],
    ['PUT', '/api/buildings/order'],
    ['GET', '/api/buildings/gateway-health'],
    ['GET', '/api/zones/emergency'],
    ['POST', '/api/receivers/bulk'],
    ['GET', '/api/receivers/discover'],
    ['GET', '/api/emergency/active'],
    ['GET', '/api/emergency/muster'],
    ['GET', '/api/transmitters/unassigned'],
  ])('win over parameters: %s %s', async (method, path) => {
    await bench.send(method === 'GET' ? { path } : mutation(path, {}, { method }))
    const metrics = (await bench.send({ path: '/metrics' })).body.toString()
    expect(metrics).toContain(`route="${path}"`)
  })
})
