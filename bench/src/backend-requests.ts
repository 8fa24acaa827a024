// What the backend measurement asks for, and how long each answer takes: one request after the other, every status checked.
import { setTimeout as wait } from 'node:timers/promises'
import type { measuredIds } from './backend-data-queries.ts'
import { percentile } from './numbers.ts'

export type Ids = Awaited<ReturnType<typeof measuredIds>>
export type Ask = (path: string, send?: { method: string; body: unknown }) => Promise<{ text: string; ms: number }>

type Asked = {
  readonly name: string
  readonly path: (ids: Ids) => string
  readonly goalMs?: number
  /** Made of counts that the backend keeps for a second. */
  readonly isShared?: boolean
}

const yesterday = (hour: number, minutes = 0) => {
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  return `${day}T${String(hour).padStart(2, '0')}:${String(minutes).padStart(2, '0')}:00Z`
}

/** Those with a goal are what the product promises at 5,000 people and 10 million rows. */
export const asked: readonly Asked[] = [
  { name: 'dashboard', path: () => '/api/dashboard', goalMs: 100, isShared: true },
  { name: 'dashboard summary', path: () => '/api/dashboard/summary', goalMs: 100, isShared: true },
  { name: 'who is present', path: () => '/api/dashboard/personnel?presence=on_site' },
  { name: 'context', path: () => '/api/context', goalMs: 100, isShared: true },
  { name: 'context of a floor', path: ({ floor }) => `/api/context/floor/${floor}`, goalMs: 100, isShared: true },
  { name: 'muster, everybody', path: () => '/api/emergency/muster', goalMs: 100, isShared: true },
  { name: 'active emergencies', path: () => '/api/emergency/active' },
  { name: 'negotiate', path: () => '/api/negotiate', goalMs: 5 },
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

export type Timed = {
  readonly name: string
  readonly bytes: number
  readonly p50: number
  readonly p95: number
  /** The slowest answer when nothing of the one before is kept any more; null where it was not measured. */
  readonly slowestFresh: number | null
}

const freshTimes = 6
/** Longer than the backend keeps any count. */
const forgottenAfterMs = 1100

/** `fresh`: what shares kept counts is also asked for at intervals at which they cannot help. */
export async function timeAll(ask: Ask, ids: Ids, times: number, fresh: boolean): Promise<Timed[]> {
  const results: Timed[] = []
  for (const { name, path, isShared = false } of asked) {
    // The first answers come from cold caches and code that is not compiled yet.
    for (let turn = 0; turn < 5; turn += 1) await ask(path(ids))
    const spent: number[] = []
    let bytes = 0
    for (let turn = 0; turn < times; turn += 1) {
      const { ms, text } = await ask(path(ids))
      spent.push(ms)
      bytes = Buffer.byteLength(text)
    }
    spent.sort((a, b) => a - b)
    const slowestFresh = fresh && isShared ? await slowestOf(() => ask(path(ids))) : null
    results.push({ name, bytes, p50: percentile(spent, 0.5), p95: percentile(spent, 0.95), slowestFresh })
  }
  return results
}

async function slowestOf(turn: () => Promise<{ ms: number }>): Promise<number> {
  let slowest = 0
  for (let done = 0; done < freshTimes; done += 1) {
    await wait(forgottenAfterMs)
    slowest = Math.max(slowest, (await turn()).ms)
  }
  return slowest
}

/** A caller of one backend; anything but a success is an error of the measurement. */
export function askAt(port: number, token: string): Ask {
  return async (path, send) => {
    const startedAt = performance.now()
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${token}`, ...(send && { 'content-type': 'application/json' }) },
      ...(send && { method: send.method, body: JSON.stringify(send.body) }),
    })
    const text = await response.text()
    const ms = performance.now() - startedAt
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${text.slice(0, 200)}`)
    return { text, ms }
  }
}
