// What the backend measurement asks for, and how long each answer takes: one request after the other, every status checked.
import { Agent, request } from 'node:http'
import { defaultRoles } from '@rollcall/contracts/permissions'
import type { measuredIds } from './data-queries.ts'
import { percentile } from '../measuring/numbers.ts'

export type Ids = Awaited<ReturnType<typeof measuredIds>>
export type Ask = (path: string, send?: { method: string; body: unknown }) => Promise<{ body: Buffer; ms: number }>

type Asked = {
  readonly name: string
  readonly path: (ids: Ids) => string
  readonly goalMs?: number
  /** Asked for in one round of so many; 1 unless it is said. */
  readonly every?: number
  /** What the backend keeps for seconds to answer it: who is where, or who is asking. */
  readonly keeps?: 'presence' | 'account'
}

const yesterday = (hour: number, minutes = 0) => {
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  return `${day}T${String(hour).padStart(2, '0')}:${String(minutes).padStart(2, '0')}:00Z`
}

/** Those with a goal are what the product promises at 5,000 people and 10 million rows. */
export const asked: readonly Asked[] = [
  { name: 'dashboard', path: () => '/api/dashboard', goalMs: 100, keeps: 'presence' },
  { name: 'dashboard summary', path: () => '/api/dashboard/summary', goalMs: 100, keeps: 'presence' },
  { name: 'who is present', path: () => '/api/dashboard/personnel?presence=on_site' },
  { name: 'context', path: () => '/api/context', goalMs: 100, keeps: 'presence' },
  { name: 'context of a floor', path: ({ floor }) => `/api/context/floor/${floor}`, goalMs: 100, keeps: 'presence' },
  { name: 'muster, everybody', path: () => '/api/emergency/muster', goalMs: 100, every: 3, keeps: 'presence' },
  { name: 'active emergencies', path: () => '/api/emergency/active' },
  { name: 'negotiate', path: () => '/api/negotiate', goalMs: 5, keeps: 'account' },
  { name: 'people, first page', path: () => '/api/personnel' },
  { name: 'people, page 4', path: () => '/api/personnel?page=4' },
  { name: 'people, search', path: () => '/api/personnel?q=person%2000' },
  { name: 'a person', path: ({ person }) => `/api/personnel/${person}` },
  { name: 'transmitters, by name', path: () => '/api/transmitters?sort=entityName' },
  { name: 'battery alerts', path: () => '/api/battery/alerts' },
  { name: 'activity', path: () => '/api/activity' },
  { name: 'audit log', path: () => '/api/audit/logs' },
  {
    name: 'a badge, one day',
    path: ({ badge }) => `/api/positions/history?transmitterId=${badge}&from=${yesterday(0)}&to=${yesterday(23, 59)}`,
  },
  {
    name: 'a floor, ten minutes',
    path: ({ floor }) =>
      `/api/positions/history?floorId=${floor}&from=${yesterday(10)}&to=${yesterday(10, 10)}&limit=10000`,
  },
]

type Spent = { readonly p50: number; readonly p95: number; readonly slowest: number; readonly samples: number }
export type Timed = {
  readonly name: string
  readonly bytes: number
  readonly kept: Spent
  /** When nothing of an earlier answer is kept; null where that makes no difference, or was not measured. */
  readonly cold: Spent | null
}

/** Interleaved: what one answer leaves behind, the next one of another kind finds. */
export async function timeAll(ask: Ask, ids: Ids, rounds: number): Promise<Timed[]> {
  const spent = asked.map((): number[] => [])
  const bytes = asked.map(() => 0)
  // In the first rounds code is not compiled yet.
  const warmUp = Math.min(10, rounds)
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [at, { path, every = 1 }] of asked.entries()) {
      if (round % every !== 0) continue
      const { ms, body } = await ask(path(ids))
      bytes[at] = body.length
      if (round >= 0) spent[at]?.push(ms)
    }
  }
  return asked.map(({ name }, at) => ({ name, bytes: bytes[at] ?? 0, kept: spentOf(spent[at] ?? []), cold: null }))
}

/** The same with everything forgotten before each request, by a change that makes the backend do so. */
export async function timeCold(ask: Ask, ids: Ids, times: number): Promise<Map<string, Spent>> {
  const results = new Map<string, Spent>()
  for (const { name, path, keeps } of asked) {
    if (keeps === undefined) continue
    const spent: number[] = []
    for (let turn = 0; turn < times; turn += 1) {
      if (keeps === 'presence')
        await ask(`/api/mgmt/departments/${ids.department}`, changing({ name: ids.departmentName }))
      else await ask('/api/admin/roles/viewer', changing({ permissions: defaultRoles.viewer }))
      spent.push((await ask(path(ids))).ms)
    }
    results.set(name, spentOf(spent))
  }
  return results
}

const changing = (body: unknown) => ({ method: 'PUT', body })

export function spentOf(values: readonly number[]): Spent {
  const sorted = [...values].sort((a, b) => a - b)
  const [p50, p95] = [percentile(sorted, 0.5), percentile(sorted, 0.95)]
  return { p50, p95, slowest: sorted.at(-1) ?? NaN, samples: sorted.length }
}

/** A caller of one backend on one connection; anything but a success is an error of the measurement. */
export function askAt(port: number, token: string): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return (path, send) =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now()
      const headers = { authorization: `Bearer ${token}`, ...(send && { 'content-type': 'application/json' }) }
      const method = send?.method ?? 'GET'
      const asking = request({ host: '127.0.0.1', port, path, method, headers, agent }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const ms = performance.now() - startedAt
          const body = Buffer.concat(chunks)
          const status = answer.statusCode ?? 0
          if (status >= 200 && status < 300) resolve({ body, ms })
          else reject(new Error(`${path} answered ${status} ${String(body).slice(0, 200)}`))
        })
        answer.on('error', reject)
      })
      asking.on('error', reject)
      asking.end(send && JSON.stringify(send.body))
    })
}
