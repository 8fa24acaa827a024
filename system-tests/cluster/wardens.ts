// What people do while a process of the cluster is killed: wardens who read the board and settle people, an alarm that is raised again and
// again, others who read pages. All through the public door, and as the pages do: what was not answered is sent again, as it was.
import { setTimeout as sleep } from 'node:timers/promises'
import { passing } from './proof.ts'

type Person = { readonly personId: string; readonly status: string }
type Board = { readonly version: number; readonly people: readonly Person[] }
/** Not answered, or by something in between: nothing is known of it. */
const isPassing = (status: number) => [0, 429, 502, 503, 504].includes(status)

export type Site = Awaited<ReturnType<typeof signedIn>>

export async function signedIn(url: string, account: { email: string; password: string }) {
  const cookies = new Map<string, string>()
  let csrf = ''
  /** Status 0: no answer. */
  const ask = async (method: string, path: string, body?: object): Promise<{ status: number; data: unknown }> => {
    const headers: Record<string, string> = {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(method !== 'GET' && { 'content-type': 'application/json', 'x-csrf-token': csrf, origin: url }),
    }
    try {
      const signal = AbortSignal.timeout(15_000)
      const reply = await fetch(url + path, { method, headers, signal, ...(body && { body: JSON.stringify(body) }) })
      for (const line of reply.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      const json = (await reply.json().catch(() => null)) as { data?: unknown } | null
      return { status: json ? reply.status : 502, data: json?.data }
    } catch {
      return { status: 0, data: null }
    }
  }
  const token = async () => {
    const { data } = await ask('GET', '/api/auth/csrf-token')
    csrf = (data as { csrfToken?: string } | null)?.csrfToken ?? csrf
  }
  await token()
  const { status } = await ask('POST', '/api/auth/login', account)
  if (status !== 200) throw new Error(`Signing in answered ${status}.`)
  await token()
  return { ask }
}

/** Everything that was asked, and what came of it. */
export function createRecord() {
  return {
    /** By person: what a warden was told that it is settled. */
    settled: new Set<string>(),
    /** Milliseconds from the first try until the answer. */
    alarmsMs: [] as number[],
    /** Longest time between two good reads of one board, milliseconds. */
    blindMs: 0,
    refused: [] as string[],
    reads: 0,
    failedReads: 0,
  }
}
export type Asked = ReturnType<typeof createRecord>

/** Reads the board every second, and settles each of `mine` once. */
export async function warden(
  { ask }: Site,
  eventId: string,
  mine: readonly string[],
  record: Asked,
  over: AbortSignal,
) {
  const board = new Map<string, string>()
  const left = [...mine]
  let version = 0
  let readAt = performance.now()
  for (let second = 0; !over.aborted; second += 1) {
    const { status, data } = await ask('GET', `/api/emergency/muster?eventId=${eventId}&since=${version}`)
    if (status === 200) {
      const read = data as Board
      for (const one of read.people) board.set(one.personId, one.status)
      version = read.version
      record.blindMs = Math.max(record.blindMs, performance.now() - readAt)
      readAt = performance.now()
    } else if (!isPassing(status)) record.refused.push(`board ${status}`)
    const personId = second % 3 === 0 ? left.shift() : undefined
    if (personId) void settle({ ask }, eventId, personId, record, over)
    await sleep(1000)
  }
  return board
}

/** As a tap on the board: until it is answered, with the time of the tap. */
async function settle({ ask }: Site, eventId: string, personId: string, record: Asked, over: AbortSignal) {
  const decidedAt = new Date().toISOString()
  while (!over.aborted) {
    const { status } = await ask('POST', `/api/emergency/${eventId}/account`, {
      personId,
      status: 'excused',
      decidedAt,
    })
    if (status === 200) return void record.settled.add(personId)
    if (!isPassing(status)) return void record.refused.push(`tap ${status}`)
    await passing(1)
  }
}

/** The same alarm with the same key, which is answered with the emergency that it began. */
export async function alarms({ ask }: Site, body: object, record: Asked, over: AbortSignal) {
  while (!over.aborted) {
    const begun = performance.now()
    for (;;) {
      const { status } = await ask('POST', '/api/emergency/trigger', body)
      if (status === 200 || status === 201) break
      if (!isPassing(status)) record.refused.push(`alarm ${status}`)
      if (over.aborted) return
      await sleep(200)
    }
    record.alarmsMs.push(performance.now() - begun)
    await sleep(500)
  }
}

/** So many reads a second of what pages show. */
export async function readers({ ask }: Site, perSecond: number, record: Asked, over: AbortSignal) {
  const paths = ['/api/context', '/api/emergency/active', '/api/alerts', '/api/activity', '/api/people?pageSize=50']
  const readOne = async (path: string) => {
    const { status } = await ask('GET', path)
    record.reads += 1
    if (status !== 200) record.failedReads += 1
  }
  for (let n = 0; !over.aborted; n += 1) {
    void readOne(paths[n % paths.length] ?? '')
    await sleep(1000 / perSecond)
  }
}
