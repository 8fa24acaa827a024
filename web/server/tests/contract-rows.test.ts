// Every row of the contract is mounted (spec 4.2): each method and path reaches the same path of the backend, each mutation
// validates first (spec 4.1.5), and what arrives is the validated body.
import { allRows } from '@rollcall/contracts/api'
import { serverLayer } from '@rollcall/contracts/domains/server-layer'
import { isUpload, type Endpoint } from '@rollcall/contracts/endpoint'
import { describe, expect, it } from 'vitest'
import { asProcess } from './bench/bench.ts'
import { json, mutation, tokenOf } from './bench/callers.ts'
import { newZone } from './bench/new-zone.ts'
import { sharedBench } from './bench/shared-bench.ts'
import { createFaults, fault, itHolds, passes, refused } from './bench/trial.ts'

const bench = sharedBench()
const own = new Set<Endpoint>(Object.values(serverLayer))
const forwarded = allRows.filter((row) => !own.has(row) && !row.path.startsWith('/api/auth/'))
const pathOf = (row: Endpoint) => row.path.replaceAll(/\{\w+\}/g, 'AA:1')
const named = (rows: readonly Endpoint[]) => rows.map((row) => [`${row.method} ${row.path}`, row] as const)
const token = tokenOf('admin')

describe('a read', () => {
  // holds spec 1.2-1
  it.each(named(forwarded.filter((row) => row.method === 'GET')))(
    'RT-01: %s reaches the same path',
    async (_name, row) => {
      const target = `${pathOf(row)}?x=1`
      const answer = await bench().send({ path: target, headers: { Cookie: `auth_token=${token}` } })
      expect(answer.status).toBe(200)
      expect(bench().backend.requests.map((seen) => [seen.method, seen.target])).toEqual([['GET', target]])
    },
  )
})

describe('a mutation', () => {
  const withBody = forwarded.filter((row) => row.method !== 'GET' && row.body !== null && !isUpload(row.body))
  const bodies = ['[]', '"x"', '1', 'null', 'true', '{"no such field":1}', '{"__proto__":{"admin":true}}']
  const unreadable = ['{', '{"a":1,}', '\ufeff{}', '   ']
  const dear = asProcess ? [`[${'1,'.repeat(100_000)}1]`, '['.repeat(50_000)] : []
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16']

  // holds spec 4.1.1-1, 4.1.5-1
  it.each(named(withBody))(
    'VA-01, VA-04, VA-08: %s refuses what is not its body, and forwards none of it',
    async (_name, row) => {
      const faults = createFaults()
      const { method } = row
      for (const body of [...bodies, ...unreadable, ...dear]) {
        const code = dear.includes(body)
          ? undefined
          : unreadable.includes(body)
            ? 'malformed_body'
            : 'validation_failed'
        const expected = accepts(row, body) ? passes : refused([400, 413], code)
        faults.note(body, await fault(bench(), mutation(pathOf(row), body, { method, token }), expected))
        for (const seen of bench().backend.requests) expect(accepts(row, seen.body.toString() || undefined)).toBe(true)
      }
      for (const type of types) {
        const request = mutation(pathOf(row), '{}', { method, token, headers: { 'Content-Type': type } })
        faults.note(type, await fault(bench(), request, refused(415)))
      }
      expect(faults.list).toEqual([])
    },
  )

  const bodiless = forwarded.filter((row) => row.method === 'DELETE' && row.body === null)
  // holds spec 1.1-1
  it.each(named(bodiless))('PX-21, VA-09: %s is forwarded without body and media type', async (_name, row) => {
    const remove = (body: unknown) => bench().send(mutation(pathOf(row), body, { method: 'DELETE', token }))
    expect((await remove(undefined)).status).toBe(200)
    expect(bench().backend.requests[0]?.headers).not.toHaveProperty('content-type')
    expect(bench().backend.requests[0]?.body.length).toBe(0)
    expect((await remove({ x: 1 })).status).toBe(400)
    expect(bench().backend.requests).toHaveLength(1)
  })

  // Outside /api/ the token in the path is the credential: muster-link.test.ts.
  const mutations = forwarded.filter((row) => row.method !== 'GET' && row.path.startsWith('/api/'))
  // holds spec 1.3-1
  it.each(named(mutations))('CS-03: %s is refused without a token and without a CSRF pair', async (_name, row) => {
    expect((await bench().send(mutation(pathOf(row), {}, { method: row.method, token: 'x' }))).status).toBe(401)
    expect((await bench().send({ method: row.method, path: pathOf(row) })).status).toBe(403)
    expect(bench().backend.requests).toHaveLength(0)
  })
})

function accepts(row: Endpoint, text: string | undefined): boolean {
  if (row.body === null || isUpload(row.body)) return false
  try {
    return row.body.safeParse(text === undefined ? undefined : JSON.parse(text)).success
  } catch {
    return false
  }
}

describe('a validated body', () => {
  const zone = { ...newZone, name: '  Lobby ' }
  // holds spec 4.1.5-3
  it('VA-02: is written anew: trimmed, with defaults, with the right length', async () => {
    const answer = await bench().send(mutation('/api/zones', JSON.stringify(zone, null, 4)))
    expect(answer.status).toBe(200)
    const { body, headers } = bench().backend.requests[0]!
    expect(JSON.parse(body.toString())).toMatchObject({ ...zone, name: 'Lobby', isEmergency: false, capacity: null })
    expect(body.toString()).not.toContain('\n')
    expect(headers['content-length']).toBe(String(body.length))
    expect(headers['content-type']).toBe('application/json')
  })

  // holds spec 7-7; rules 1-10
  it('names every issue when it is not one, and does not repeat the input', async () => {
    const wrong = { ...zone, name: '', polygon: [], secretField: 'hunter2' }
    const answer = await bench().send(mutation('/api/zones', wrong))
    const issues = answer.json().error?.issues as { path: string }[]
    expect(issues.map(({ path }) => path)).toEqual(expect.arrayContaining(['name', 'polygon']))
    expect(answer.body.toString()).not.toContain('hunter2')
  })

  it('may be absent where the row says so', async () => {
    const answer = await bench().send(mutation('/api/negotiate', undefined))
    expect(answer.status).toBe(200)
    expect(bench().backend.requests[0]?.body.length).toBe(0)
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
    ['GET', '/api/emergency/events'],
    ['GET', '/api/emergency/muster'],
    ['GET', '/api/emergency/contacts'],
    ['GET', '/api/transmitters/unassigned'],
  ])('RT-02: win over parameters: %s %s', async (method, path) => {
    await bench().send(method === 'GET' ? { path } : mutation(path, {}, { method }))
    const metrics = (await bench().send({ path: '/metrics' })).body.toString()
    expect(metrics).toContain(`route="${path}"`)
  })

  const order = mutation('/api/buildings/order', '{"name":"x"}', { method: 'PUT', token, headers: json })
  itHolds(bench, [['RT-02', 'the body of PUT /api/buildings/order is that of the order', order, refused(400)]])
})
