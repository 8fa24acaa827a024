// What goes on while the product is faulty: wardens who settle people in a drill, somebody who adds and somebody who is denied, a page
// with all floors, a browser on the board and on a plan. In the end everything that was answered is compared with what is stored, written
// down and shown.
import { signedIn, type Site } from '../cluster/signed-in-site.ts'
import { createRecord, warden, watchMarkers } from '../cluster/wardens.ts'
import { until } from '../setup/child-process.ts'
import { openViews, type Views } from './browser-views.ts'
import { addAssets, beDenied, type Calls } from './call-history.ts'
import { badgesNow, busiestFloor, forgetAssets, rosterOf, storedAssets } from './fault-queries.ts'
import { judgeCalls } from './judge-calls.ts'
import { type Product, startProduct } from './supervised-product.ts'

/** Milliseconds until every view is right again, after what was done has been undone. */
const recoveredWithin = 15_000
const patienceMs = 90_000
const wardens = 3
const fewestBadges = 20

type Ids = readonly { readonly id: string }[]
type Building = { readonly id: string; readonly floors: Ids }
type Work = ReturnType<typeof beginWork>
export type Running = { readonly product: Product; readonly site: Site; readonly views: Views; stop(): Promise<void> }

export async function startWork({ isPrepared = false } = {}): Promise<Running> {
  // A machine that is somebody else's for a while is too slow for a first start.
  const again = () => startProduct(isPrepared)
  const product = await again().catch(again).catch(again)
  try {
    const site = await signedIn(product.url, product.account('admin'))
    const views = await openViews(product)
    const stop = async () => {
      await views.close()
      await product.stop()
    }
    return { product, site, views, stop }
  } catch (error) {
    // Without a browser, for one: it would run on for ever.
    await product.stop()
    throw error
  }
}

/** `done` is told how to wait until every view is right again, which answers in how many milliseconds it was. */
export async function underWork(running: Running, done: (untilRight: () => Promise<number>) => Promise<void>) {
  const { product, site, views } = running
  const buildings = await until('the site is read', () => buildingsOf(site), patienceMs)
  // Whoever was not seen is not on a board.
  await until('badges are seen', async () => (await badgesNow(product)).length > fewestBadges, patienceMs)
  const floorId = await until('a floor has badges', () => busiestFloor(product), patienceMs)
  const eventId = await beginDrill(site, buildings)
  await views.show(eventId, floorId)
  const work = beginWork(site, eventId, [...(await rosterOf(product, eventId)).keys()], buildings)
  const waits: number[] = []
  try {
    const { calls, record } = work
    await until('people work', () => calls.added.length > 10 && record.settled.size > 0, patienceMs)
    await done(async () => {
      waits.push(await untilRight(running, work))
      return waits.at(-1)!
    })
  } finally {
    work.stop()
  }
  const { astray, roster } = await compareBoards(product, work)
  const { calls, record } = work
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

const buildingsOf = async (site: Site) =>
  ((await site.ask('GET', '/api/context')).data as { buildings: readonly Building[] } | null)?.buildings

function beginWork(site: Site, eventId: string, people: readonly string[], buildings: readonly Building[]) {
  const over = new AbortController()
  const calls: Calls = { added: [], denied: [] }
  const record = createRecord()
  const floorIds = buildings.flatMap(({ floors }) => floors.map(({ id }) => id))
  const markers = watchMarkers(site, floorIds, record)
  const boards = Array.from({ length: wardens }, (_, n) => {
    const mine = people.filter((_, at) => at % wardens === n)
    return warden(site, { eventId, mine, name: `board ${n}` }, record, over.signal)
  })
  const others = [addAssets(site, calls, over.signal), beDenied(site, calls, over.signal)]
  return {
    eventId,
    calls,
    record,
    boards,
    others,
    stop() {
      over.abort()
      markers.close()
    },
  }
}

/** Answers after how many milliseconds. */
async function untilRight({ product, views }: Running, { calls, record }: Work): Promise<number> {
  const undoneAt = performance.now()
  let wrong: string[] = []
  let lastWrong: string[] = []
  const isRight = async () => {
    lastWrong = wrong
    wrong = await whatIsWrong(product, calls, record, undoneAt).catch((error: unknown) => [String(error)])
    if (wrong.length === 0) wrong = await views.differences().catch((error: unknown) => [String(error)])
    return wrong.length === 0
  }
  await until('every view is right again', isRight, patienceMs).catch((error: unknown) => {
    throw new Error(`${String(error)}: ${wrong.slice(0, 5).join('; ')}`)
  })
  const waitedMs = Math.round(performance.now() - undoneAt)
  if (waitedMs > recoveredWithin) console.log(`The last to be right: ${lastWrong.slice(0, 5).join('; ')}.`)
  return waitedMs
}

/** Something was added and denied since, every board was read, and every badge that was located since is where a page can see it. */
async function whatIsWrong(product: Product, calls: Calls, record: Work['record'], since: number): Promise<string[]> {
  const isDone = ({ status, atMs }: Calls['added'][number]) => status > 0 && status < 500 && atMs > since
  const badges = await badgesNow(product)
  const unseen = badges.filter((id) => (record.markers.get(id) ?? 0) <= since)
  return [
    ...(calls.added.some(isDone) ? [] : ['nothing was added']),
    ...(calls.denied.some(isDone) ? [] : ['nothing was denied']),
    ...(record.takeWorst().ms > 3000 ? ['a board was not read'] : []),
    ...(badges.length > fewestBadges ? [] : [`${badges.length} badges are located`]),
    ...(unseen.length > 0 ? [`${unseen.length} markers do not move`] : []),
  ]
}

/** People are still found at muster points: a board that was read before the rows may differ from them. */
async function compareBoards(product: Product, { eventId, boards, others }: Work) {
  await Promise.all(others)
  let roster = new Map<string, string>()
  const astray: number[] = []
  for (const [n, { board, look }] of (await Promise.all(boards)).entries()) {
    const isAlike = async () => {
      const isRead = await look()
      roster = await rosterOf(product, eventId)
      return isRead && [...roster].every(([id, status]) => board.get(id) === status)
    }
    await until('a board is as the rows are', isAlike, recoveredWithin).catch(() => astray.push(n))
  }
  return { astray, roster }
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

/** For a run that could not be judged. */
export async function endDrills({ site }: Running): Promise<void> {
  const { data } = await site.ask('GET', '/api/emergency/active')
  for (const { id } of (data ?? []) as Ids) await endDrill(site, id)
}
