// Large answers to reads are compressed for whoever takes it; nothing else is.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { backendRows } from '@rollcall/contracts/api'
import type { Endpoint } from '@rollcall/contracts/endpoint'
import { z } from 'zod'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aBuilding } from './site-things.ts'

let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  for (let n = 0; n < 10; n += 1) await aBuilding(admin, { name: `Gebäude ${n} 建物` })
})
afterAll(() => backend.stop())

const list = '/api/buildings?pageSize=200'
const taking = (coding: string) => ({ headers: { 'accept-encoding': coding } })

it('compresses a large answer, which is the same when it is inflated', async () => {
  const plain = await admin('GET', list)
  expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' })
  expect(plain.headers).not.toHaveProperty('content-encoding')
  for (const [coding, inflate] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const) {
    const packed = await admin('GET', list, undefined, taking(`deflate, ${coding}`))
    expect(packed.headers).toMatchObject({
      'content-encoding': coding,
      vary: 'Accept-Encoding',
      'content-length': String(packed.bytes.length),
      'content-type': 'application/json; charset=utf-8',
    })
    expect(JSON.parse(inflate(packed.bytes).toString())).toEqual(plain.body)
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2)
  }
})

it('tells HEAD what GET would answer, without a body', async () => {
  const packed = await admin('HEAD', list, undefined, taking('gzip'))
  expect(packed.status).toBe(200)
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
  expect(packed.bytes).toHaveLength(0)
})

it.each(['gzip;q=0', 'zstd', 'gzip;q=x', ',,,;;;', 'x'.repeat(2000)])('leaves it as it is for %j', async (coding) => {
  const { status, headers, body } = await admin('GET', list, undefined, taking(coding))
  expect([status, headers['content-encoding'], body.data.total]).toEqual([200, undefined, 10])
})

it('leaves alone what is small, what a change answers, and what goes wrong', async () => {
  const small = await admin('GET', '/api/assets', undefined, taking('gzip'))
  expect([small.headers['content-encoding'], small.headers['vary']]).toEqual([undefined, undefined])
  const made = await admin(
    'POST',
    '/api/buildings',
    { name: 'x'.repeat(120), address: 'y'.repeat(200) },
    taking('gzip'),
  )
  expect([made.status, made.headers['content-encoding']]).toEqual([201, undefined])
  const bad = await admin('GET', '/api/buildings?pageSize=0', undefined, taking('gzip'))
  expect([bad.status, bad.headers['content-encoding']]).toEqual([400, undefined])
})

const reads = Object.values(backendRows)
  .flatMap((named) => Object.values<Endpoint>(named))
  .filter(({ method, secret }) => method === 'GET' && secret.length === 0)

it('repeats in no read what was asked: a guess beside a secret would be told by the length', async () => {
  const guess = 'guessed-7c1d5e'
  const asked = reads.flatMap(({ path, query }) =>
    query instanceof z.ZodObject && !path.includes('{')
      ? Object.entries<z.ZodType>(query.shape)
          .filter(([, field]) => field.safeParse(guess).success)
          .map(([name]) => `${path}?${name}=${guess}`)
      : [],
  )
  expect(asked.length).toBeGreaterThan(20)
  const answers = await Promise.all(asked.map(async (path) => ({ path, ...(await admin('GET', path)) })))
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(15)
  expect(answers.filter(({ text }) => text.includes(guess)).map(({ path }) => path)).toEqual([])
})

it('leaves alone what answers with a secret', () => {
  const secret = reads.filter(({ secretReply }) => secretReply).map(({ path }) => path)
  expect(secret.toSorted()).toEqual(['/api/auth/device-key', '/api/negotiate'])
})
