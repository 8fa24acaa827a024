// What goes on while the product is faulty: wardens who settle people in a drill, somebody who adds and somebody who is denied, a page
// with all floors. In the end everything that was answered is compared with what is stored, written down and shown.
import { createRecord, signedIn, type Site, warden, watchMarkers } from '../cluster/wardens.ts'
import { until } from '../setup/child-process.ts'
import { addAssets, beDenied, type Calls } from './call-history.ts'
import { badgesNow, forgetAssets, rosterOf, storedAssets } from './fault-queries.ts'
import { judgeCalls } from './judge-calls.ts'
import { type Product, startProduct } from './supervised-product.ts'

/** Milliseconds until every view is right again, after what was done has been undone. */
const recoveredWithin = 15_000
const patienceMs = 90_000
const wardens = 3
const fewestBadges = 20

type Ids = readonly { readonly id: string }[]
type Context = { readonly buildings: readonly { readonly id: string; readonly floors: Ids }[] }
export type Running = { readonly product: Product; readonly site: Site }

export async function startWork(): Promise<Running> {
  const product = await startProduct()
  return { product, site: await signedIn(product.url, product.account('admin')) }
}

/** `done` is told how to wait until every view is right again, which answers in how many milliseconds it was. */
export async function underWork(
  { product, site }: Running,
  done: (untilRight: () => Promise<number>) => Promise<void>,
) {
  const over = new AbortController()
  const calls: Calls = { added: [], denied: [] }
  const record = createRecord()
  const { buildings } = await until(
    'the site is read',
    async () => (await site.ask('GET', '/api/context')).data as Context,
    patienceMs,
  )
  const markers = watchMarkers(
    site,
    buildings.flatMap(({ floors }) => floors.map(({ id }) => id)),
    record,
  )
  // Whoever was not seen is not on a board.
  await until('badges are seen', async () => (await badgesNow(product)).length > fewestBadges, patienceMs)
  const eventId = await beginDrill(site, buildings)
  const people = [...(await rosterOf(product, eventId)).keys()]
  const working = Array.from({ length: wardens }, (_, n) => {
    const mine = people.filter((_, at) => at % wardens === n)
    return warden(site, { eventId, mine, name: `board ${n}` }, record, over.signal)
  })
  const others = [addAssets(site, calls, over.signal), beDenied(site, calls, over.signal)]
  await until('people work', () => calls.added.length > 10 && record.settled.size > 0, patienceMs)
  const waits: number[] = []
  await done(async () => {
    const undoneAt = performance.now()
    await until('every view is right again', () => isRight(product, calls, record, undoneAt), patienceMs)
    const waitedMs = Math.round(performance.now() - undoneAt)
    waits.push(waitedMs)
    return waitedMs
  })
  over.abort()
  await Promise.all(others)
  const boards = await Promise.all(working)
  markers.close()
  // People are still found at muster points: a board that was read before the rows may differ from them.
  let roster = new Map<string, string>()
  const isAlike = async ({ board, look }: (typeof boards)[number]) => {
    const isRead = await look()
    roster = await rosterOf(product, eventId)
    return isRead && [...roster].every(([id, status]) => board.get(id) === status)
  }
  const astray: number[] = []
  for (const [n, one] of boards.entries())
    await until('a board is as the rows are', () => isAlike(one), recoveredWithin).catch(() => astray.push(n))
  const found = judgeCalls(calls, await storedAssets(product), product.auditLines())
  await endDrill(site, eventId)
  await forgetAssets(product)
  return {
    figures: { added: calls.added.length, denied: calls.denied.length, taps: record.settled.size },
    found: {
      ...found,
      tapsLost: [...record.settled].filter((id) => roster.get(id) !== 'excused'),
      boardsAstray: astray,
      refused: record.refused,
      late: waits.filter((ms) => ms > recoveredWithin),
    },
  }
}

async function endDrill(site: Site, eventId: string): Promise<void> {
  const end = { state: 'resolved', resolution: 'drill_complete', confirmMissing: true }
  await site.ask('PUT', `/api/emergency/${eventId}`, end)
}

async function beginDrill(site: Site, buildings: Ids): Promise<string> {
  const body = {
    scenario: 'fire',
    mode: 'drill',
    scope: { buildingIds: buildings.map(({ id }) => id) },
    message: 'A drill.',
    idempotencyKey: `fault-${Date.now()}`,
  }
  const { status, data } = await site.ask('POST', '/api/emergency/trigger', body)
  if (status !== 201) throw new Error(`The drill was answered with ${status}.`)
  return (data as { id: string }).id
}

/** Something was added and denied since, every board was read, and every badge that was located since is where a page can see it. */
async function isRight(
  product: Product,
  calls: Calls,
  record: ReturnType<typeof createRecord>,
  since: number,
): Promise<boolean> {
  const isDone = ({ status, atMs }: Calls['added'][number]) => status > 0 && status < 500 && atMs > since
  if (!calls.added.some(isDone) || !calls.denied.some(isDone) || record.takeWorst().ms > 3000) return false
  const badges = await badgesNow(product).catch(() => [])
  return badges.length > fewestBadges && badges.every((id) => (record.markers.get(id) ?? 0) > since)
}

/** For a run that could not be judged. */
export async function endDrills({ site }: Running): Promise<void> {
  const { data } = await site.ask('GET', '/api/emergency/active')
  for (const { id } of (data ?? []) as Ids) await endDrill(site, id)
}
