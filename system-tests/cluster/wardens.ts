// What people do while a process of the cluster is killed: wardens who read the board and settle people, an alarm that is raised again and
// again, others who read pages. All through the public door, and as the pages do: what was not answered is sent again, as it was.
import { setTimeout as sleep } from 'node:timers/promises'
import { floorChannel } from '@rollcall/contracts/channels'
import type { Negotiation } from '@rollcall/contracts/domains/realtime'
import { Centrifuge } from 'centrifuge'
import { WebSocket } from 'ws'
import { isPassing } from '../setup/passing-answer.ts'
import { passing } from './proof.ts'
import type { Site } from './signed-in-site.ts'

type Person = { readonly personId: string; readonly status: string; readonly decidedAt: string | null }
type Board = { readonly asOf: number; readonly version: number; readonly people: readonly Person[] }

/** Everything that was asked, and what came of it. */
export function createRecord() {
  /** By page: when it was last right, in milliseconds. */
  const rightAt = new Map<string, number>()
  let wrong = new Map<string, number>()
  const wrongFor = (page: string) => Math.max(wrong.get(page) ?? 0, performance.now() - (rightAt.get(page) ?? Infinity))
  return {
    /** By person: what a warden was told that it is settled. */
    settled: new Set<string>(),
    /** Milliseconds from the first try until the answer. */
    alarmsMs: [] as number[],
    /** What was answered neither with what was asked for nor with "not now". */
    refused: [] as string[],
    reads: 0,
    failedReads: 0,
    /** By badge: when its marker last moved or was confirmed. */
    markers: new Map<string, number>(),
    isRight(page: string) {
      wrong.set(page, wrongFor(page))
      rightAt.set(page, performance.now())
    },
    /** How many have been read. */
    pages: () => rightAt.size,
    /** The longest time since the last call between two good reads of the same page, and of which. */
    takeWorst(): { page: string; ms: number } {
      const all = [...rightAt.keys()].map((page) => ({ page, ms: Math.round(wrongFor(page)) }))
      wrong = new Map()
      return all.toSorted((one, other) => other.ms - one.ms)[0] ?? { page: 'none', ms: Infinity }
    },
  }
}
export type Asked = ReturnType<typeof createRecord>

type Duty = { readonly eventId: string; readonly mine: readonly string[]; readonly name: string }

/** Reads the board every second, and settles each of `mine` once; answers what the board showed in the end. */
export async function warden({ ask }: Site, { eventId, mine, name }: Duty, record: Asked, over: AbortSignal) {
  const board = new Map<string, string>()
  const decidedAt = new Map<string, string | null>()
  const left = [...mine]
  let [version, behindMs] = [0, 0]
  const look = async () => {
    const begun = Date.now()
    const { status, data } = await ask('GET', `/api/emergency/muster?eventId=${eventId}&since=${version}`)
    if (status === 200) {
      const read = data as Board
      // It is of some moment between the two.
      behindMs = Math.max(read.asOf - Date.now(), Math.min(0, read.asOf - begun))
      for (const one of read.people) {
        board.set(one.personId, one.status)
        decidedAt.set(one.personId, one.decidedAt)
      }
      version = read.version
      record.isRight(name)
    } else if (!isPassing(status)) record.refused.push(`board ${status}`)
    return status === 200
  }
  /** As the pages do: by the backend's clock, and after what the board shows (docs/decisions/0080). */
  const tapOf = (personId: string) => {
    const seen = Date.parse(decidedAt.get(personId) ?? '') || 0
    return { personId, status: 'excused', decidedAt: new Date(Math.max(Date.now() + behindMs, seen + 1)).toISOString() }
  }
  const taps: Promise<void>[] = []
  for (let second = 0; !over.aborted; second += 1) {
    await look()
    const personId = second % 3 === 0 ? left.shift() : undefined
    if (personId) taps.push(settle(ask, eventId, tapOf(personId), record))
    await sleep(1000)
  }
  await Promise.all(taps)
  return { board, look }
}

/** As a tap on the board: until it is answered, with the time of the tap. */
async function settle(ask: Site['ask'], eventId: string, tap: { readonly personId: string }, record: Asked) {
  for (;;) {
    const { status } = await ask('POST', `/api/emergency/${eventId}/account`, tap)
    if (status === 200) return void record.settled.add(tap.personId)
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
export async function readers(
  { look }: Site,
  pages: readonly string[],
  perSecond: number,
  record: Asked,
  over: AbortSignal,
) {
  const readOne = async (page: string) => {
    const status = await look(page)
    record.reads += 1
    if (status === 200) record.isRight(page)
    else {
      record.failedReads += 1
      if (!isPassing(status)) record.refused.push(`${page} ${status}`)
    }
  }
  const begun = performance.now()
  for (let n = 0; !over.aborted; n += 1) {
    void readOne(pages[n % pages.length] ?? '')
    await sleep(Math.max(0, begun + (1000 * n) / perSecond - performance.now()))
  }
}

/** A page with the markers of these floors, connected as the product's page is. */
export function watchMarkers({ ask, url }: Site, floorIds: readonly string[], record: Asked): { close(): void } {
  const getToken = async () => {
    const { data } = await ask('GET', '/api/negotiate')
    if (data === null) throw new Error('There is no token at the moment.')
    return (data as Negotiation).token
  }
  // The relay wants to know whose page it is.
  class FromPage extends WebSocket {
    constructor(address: string) {
      super(address, { origin: url })
    }
  }
  const client = new Centrifuge(`${url.replace('http', 'ws')}/connection/websocket`, {
    websocket: FromPage,
    getToken,
    minReconnectDelay: 300,
    maxReconnectDelay: 8000,
  })
  for (const floorId of floorIds) {
    const subscription = client.newSubscription(floorChannel(floorId))
    subscription.on('publication', ({ data }) => {
      const { data: entries } = data as { data: readonly { readonly transmitterId?: string }[] }
      for (const { transmitterId } of entries) if (transmitterId) record.markers.set(transmitterId, performance.now())
    })
    subscription.subscribe()
  }
  client.connect()
  return { close: () => client.disconnect() }
}
