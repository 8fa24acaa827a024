// The simulator learns of alarms through the API like anybody else, and leaves an account alone that refuses it.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createEmergencyWatch } from '../src/emergency-watch.ts'

let server: Server
let url: string
let active: { id: string; mode: string }[]
let password: string
let signIns: number
let session: string

beforeAll(async () => {
  server = createServer((request, response) => {
    const answer = (status: number, data: unknown) => response.writeHead(status).end(JSON.stringify({ data }))
    if (request.url === '/api/auth/login') {
      let body = ''
      request.on('data', (chunk) => (body += chunk))
      request.on('end', () => {
        signIns++
        const given = JSON.parse(body) as { password: string }
        answer(given.password === password ? 200 : 401, { token: session })
      })
    } else if (request.headers.authorization !== `Bearer ${session}`) answer(401, null)
    else answer(200, active)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(() => {
  ;[active, password, signIns, session] = [[], 'right', 0, 'one']
})

function aWatch(given = 'right', at = url) {
  const told: string[] = []
  const log = pino({ level: 'silent' })
  const on = { onBegin: () => void told.push('begin'), onEnd: () => void told.push('end') }
  return { told, watch: createEmergencyWatch({ url: at, email: 'viewer@example.org', password: given, log, ...on }) }
}

it('tells once that it rings and once that it is over', async () => {
  const { told, watch } = aWatch()
  await watch.look()
  active = [{ id: 'a', mode: 'drill' }]
  await watch.look()
  active = [{ id: 'b', mode: 'live' }]
  await watch.look()
  expect(told).toEqual(['begin'])
  active = [{ id: 'c', mode: 'test' }]
  await watch.look()
  await watch.look()
  expect(told).toEqual(['begin', 'end'])
  expect(signIns).toBe(1)
})

it('signs in again when the session has ended', async () => {
  const { told, watch } = aWatch()
  await watch.look()
  session = 'two'
  active = [{ id: 'a', mode: 'drill' }]
  await watch.look()
  expect(told).toEqual([])
  await watch.look()
  expect(told).toEqual(['begin'])
})

it('tries a wrong password once', async () => {
  const { told, watch } = aWatch('wrong')
  for (let i = 0; i < 7; i++) await watch.look()
  expect([signIns, told]).toEqual([1, []])
})

it('changes nothing while the API is away', async () => {
  const { told, watch } = aWatch('right', 'http://127.0.0.1:1')
  await watch.look()
  expect(told).toEqual([])
})
